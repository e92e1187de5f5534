import type { Draft } from '../form/draft.ts'
import { find } from '../../../kit/client/find.ts'
import { followTask } from './follow-task.ts'
import type { Problems } from '../form/problems.ts'
import { ProgressPanel } from './progress-panel.ts'
import { rememberTask } from './recent-tasks.ts'
import { uploadForm } from './upload.ts'
import type { UnloadGuard } from '../form/unload-guard.ts'

/** What is sent, what it is called in the list of recent ones, and whether it holds files that only this page has. */
export type Parcel = { data: FormData; title: string; hasFiles: boolean }

/** Sends the form and follows what becomes of it; where that is nothing, the form is as it was. */
export class Sending {
  readonly #form: HTMLFormElement
  readonly #problems: Problems
  readonly #draft: Draft
  readonly #ways: UnloadGuard
  readonly #progress: ProgressPanel

  constructor(form: HTMLFormElement, parts: { problems: Problems; draft: Draft; ways: UnloadGuard }) {
    this.#form = form
    this.#problems = parts.problems
    this.#draft = parts.draft
    this.#ways = parts.ways
    this.#progress = new ProgressPanel(find(form, '[data-progress]', HTMLElement))
    // The second half of a double click would take the focus to what stands where the button was.
    document.addEventListener('mousedown', (event) => {
      if (this.isOn && event.detail > 1) event.preventDefault()
    })
  }

  /** From the first byte until the GIF is there, or something was wrong. */
  get isOn(): boolean {
    return !this.#progress.root.hidden
  }

  async send(parcel: Parcel): Promise<void> {
    const progress = this.#progress
    const upload = uploadForm(this.#form.action, parcel.data, (sent, all) => progress.sent(sent, all))
    this.#setBusy(true)
    progress.open(() => upload.cancel())
    this.#ways.ask(true)
    const outcome = await upload.outcome
    if (outcome.kind === 'accepted') return this.#follow(outcome.id, parcel)
    this.#giveBack(parcel)
    if (outcome.kind === 'refused') this.#problems.show(outcome.problem)
    else find(this.#form, '[type="submit"]', HTMLButtonElement).focus()
  }

  /** From here on the task has an address of its own, to which reloading and coming back lead. */
  #follow(id: string, parcel: Parcel): void {
    const { status = '', pages = '' } = this.#progress.root.dataset
    const formAddress = location.href
    rememberTask(id, parcel.title)
    history.replaceState(null, '', `${pages}/${id}`)
    this.#progress.accepted(() => void cancelTask(`${pages}/${id}/cancel`))
    this.#ways.ask(false)
    this.#draft.accepted()
    followTask(status + id, {
      lost: () => this.#progress.lost(),
      tell: (task) => {
        this.#progress.task(task)
        if (task.status === 'done') location.replace(`${pages}/${id}`)
        if (task.status !== 'error') return
        history.replaceState(null, '', formAddress)
        this.#giveBack(parcel)
        this.#draft.keep()
        this.#problems.show(task.error)
      },
    })
  }

  #giveBack({ hasFiles }: Parcel): void {
    this.#setBusy(false)
    this.#ways.ask(hasFiles)
  }

  #setBusy(isBusy: boolean): void {
    this.#form.toggleAttribute('data-busy', isBusy)
    for (const part of ['.maker__stage', '[data-details]', '[data-send]'])
      find(this.#form, part, HTMLElement).inert = isBusy
    if (!isBusy) this.#progress.close()
  }
}

/** What follows the task tells how it ended; whoever hears nothing can press the button again. */
async function cancelTask(address: string): Promise<void> {
  await fetch(address, { method: 'POST', headers: { accept: 'application/json' } }).catch(() => undefined)
}
