import { makerTexts } from '#texts/maker.ts'
import { find } from '../../../kit/client/dom.ts'
import type { TaskStatus } from './follow-task.ts'
import { formatFileSize } from '#texts/format.ts'

/** Screen readers announce every step, and every quarter of it. */
const spokenParts = 4

/** The progress of sending and making. */
export class ProgressPanel {
  readonly root: HTMLElement
  readonly #heading: HTMLElement
  readonly #bar: HTMLProgressElement
  readonly #detail: HTMLElement
  readonly #status: HTMLElement
  readonly #note: HTMLElement
  readonly #existing: HTMLAnchorElement
  #lastSpoken = ''
  readonly #title = document.title
  /** Null on the page of a task: there the form does it. */
  #canceled: (() => void) | null = null

  constructor(root: HTMLElement) {
    this.root = root
    this.#heading = find(root, '[data-progress-step]', HTMLElement)
    this.#bar = find(root, '[data-progress-bar]', HTMLProgressElement)
    this.#detail = find(root, '[data-progress-detail]', HTMLElement)
    this.#status = find(root, '[data-progress-status]', HTMLElement)
    this.#note = find(root, '[data-progress-note]', HTMLElement)
    this.#existing = find(root, '[data-progress-existing]', HTMLAnchorElement)
    find(root, '[data-cancel]', HTMLButtonElement).addEventListener('click', (event) => {
      if (this.#canceled === null) return
      event.preventDefault()
      this.#canceled()
    })
  }

  /** Appears, with the focus on its heading. `cancelled` is called by the cancel button. */
  open(canceled: () => void): void {
    this.#canceled = canceled
    this.#note.classList.add('progress__note--later')
    this.#lastSpoken = ''
    this.#show(makerTexts.progress.sending, '', 0)
    this.root.hidden = false
    this.#heading.focus({ preventScroll: true })
    this.root.scrollIntoView({ block: 'nearest' })
  }

  close(): void {
    this.#canceled = null
    this.root.hidden = true
    document.title = this.#title
  }

  sent(bytes: number, all: number): void {
    if (bytes >= all) return this.#show(makerTexts.progress.sent, '', null)
    const part = all > 0 ? bytes / all : 0
    const sent = makerTexts.pictures.bytes(formatFileSize(bytes), formatFileSize(all))
    this.#show(
      makerTexts.progress.sending,
      `${makerTexts.progress.percent(Math.floor(part * 100))} · ${sent}`,
      part,
    )
  }

  /** From here on it goes on by itself. `existing` is the code of a GIF that the same file has become before. */
  accepted(canceled: () => void, existing: string | null): void {
    this.#canceled = canceled
    this.#note.classList.remove('progress__note--later')
    const known = this.#existing.closest('p')
    if (known !== null) known.hidden = existing === null
    if (existing !== null)
      this.#existing.pathname = this.#existing.pathname.replace(/(?<![^/])[^/]*$/, existing)
    this.#show(makerTexts.progress.queued, '', null)
  }

  task(task: TaskStatus): void {
    if (task.status === 'waiting') {
      const step =
        task.position === 1 ? makerTexts.progress.next : makerTexts.progress.position(task.position)
      this.#show(step, makerTexts.progress.startsItself, null)
    }
    if (task.status === 'processing') {
      const step = makerTexts.progress.steps[task.step] ?? makerTexts.progress.making
      this.#show(step, makerTexts.progress.percent(Math.round(task.progress * 100)), task.progress)
    }
    if (task.status === 'done') this.#show(makerTexts.progress.done, '', 1)
  }

  /** The service does not answer; the bar stays where it was until it does. */
  lost(): void {
    const part = this.#bar.hasAttribute('value') ? this.#bar.value : null
    this.#show(makerTexts.progress.lost, '', part)
  }

  #show(step: string, detail: string, part: number | null): void {
    if (this.#heading.textContent !== step) this.#heading.textContent = step
    this.#detail.textContent = detail
    // Visible from other tabs.
    document.title = part === null ? step : `${makerTexts.progress.percent(Math.floor(part * 100))} ${step}`
    if (part === null) this.#bar.removeAttribute('value')
    else this.#bar.value = part
    const quarter = part === null ? 0 : Math.floor(part * spokenParts) / spokenParts
    const spoken = quarter === 0 ? step : makerTexts.progress.spokenPercent(step, quarter * 100)
    if (spoken !== this.#lastSpoken) this.#status.textContent = spoken
    this.#lastSpoken = spoken
  }
}
