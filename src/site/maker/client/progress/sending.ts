import { loadModule } from '../lazy-modules.ts'
import type { Draft } from '../form/draft.ts'
import { find } from '../../../kit/client/dom.ts'
import { followTask } from './follow-task.ts'
import type { Problems } from '../form/problems.ts'
import { ProgressPanel } from './progress-panel.ts'
import { rememberTask } from './recent-tasks.ts'
import { uploadForm } from './upload.ts'
import type { UnloadGuard } from '../form/unload-guard.ts'

/** What is sent, its title in the list of recent GIFs, and whether it holds files. */
export type Submission = { data: FormData; title: string; hasFiles: boolean }

/** Sends the form and follows its task; where that fails, the form is as before. */
export class Sending {
  readonly #form: HTMLFormElement
  readonly #problems: Problems
  readonly #draft: Draft
  readonly #unloadGuard: UnloadGuard
  readonly #progress: ProgressPanel

  constructor(form: HTMLFormElement, parts: { problems: Problems; draft: Draft; unloadGuard: UnloadGuard }) {
    this.#form = form
    this.#problems = parts.problems
    this.#draft = parts.draft
    this.#unloadGuard = parts.unloadGuard
    this.#progress = new ProgressPanel(find(form, '[data-progress]', HTMLElement))
    // The second half of a double click would take the focus to what stands where the button was.
    document.addEventListener('mousedown', (event) => {
      if (this.isOn && event.detail > 1) event.preventDefault()
    })
  }

  /** From the first byte until the GIF is done or has failed. */
  get isOn(): boolean {
    return !this.#progress.root.hidden
  }

  async send(submission: Submission): Promise<void> {
    const progress = this.#progress
    const upload = uploadForm(this.#form.action, submission.data, (sent, all) => progress.sent(sent, all))
    this.#setBusy(true)
    progress.open(() => upload.cancel())
    this.#unloadGuard.ask(true)
    const outcome = await upload.outcome
    if (outcome.kind === 'accepted') return this.#follow(outcome, submission)
    this.#restoreForm(submission)
    if (outcome.kind === 'refused') this.#problems.show(outcome.problem)
    else find(this.#form, '[type="submit"]', HTMLButtonElement).focus()
  }

  /** From here on the task has an address of its own, to which reloading and coming back lead. */
  #follow({ id, existing }: { id: string; existing: string | null }, submission: Submission): void {
    const { status = '', pages = '' } = this.#progress.root.dataset
    const formAddress = location.href
    rememberTask(id, submission.title)
    history.replaceState(null, '', `${pages}/${id}`)
    this.#progress.accepted(() => void cancelTask(`${pages}/${id}/cancel`), existing)
    this.#unloadGuard.ask(false)
    this.#draft.accepted()
    followTask(status + id, {
      onLost: () => this.#progress.lost(),
      onStatus: (task) => {
        this.#progress.task(task)
        if (task.status === 'done') void this.#finish(`${pages}/${id}`)
        if (task.status !== 'error') return
        history.replaceState(null, '', formAddress)
        this.#restoreForm(submission)
        this.#draft.keep()
        this.#problems.show(task.error)
      },
    })
  }

  /** Shows the GIF in place of the maker. */
  async #finish(address: string): Promise<void> {
    const page = this.#form.closest<HTMLElement>('.maker-page')
    const finished = await loadModule('finished').catch(() => null)
    if (page === null || finished === null) return location.replace(address)
    await finished.showFinished(page, address)
  }

  #restoreForm({ hasFiles }: Submission): void {
    this.#setBusy(false)
    this.#unloadGuard.ask(hasFiles)
  }

  #setBusy(isBusy: boolean): void {
    // What is below the stage goes: the stage does not grow into its place.
    const stage = find(this.#form, '[data-stage]', HTMLElement)
    if (isBusy) stage.style.setProperty('--stage-size', `${stage.offsetHeight}px`)
    this.#form.toggleAttribute('data-busy', isBusy)
    find(this.#form, '[data-editor]', HTMLElement).inert = isBusy
    if (!isBusy) this.#progress.close()
  }
}

/** The result arrives through `followTask`; where the request fails, the button can be pressed again. */
async function cancelTask(address: string): Promise<void> {
  await fetch(address, { method: 'POST', headers: { accept: 'application/json' } }).catch(() => undefined)
}
