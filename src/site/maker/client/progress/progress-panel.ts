import { find } from '../../../kit/client/find.ts'
import type { TaskStatus } from './follow-task.ts'
import { formatOrdinal, formatSize } from '../format.ts'

/** What each step is called. The page has the same words. */
const stepWords: Record<string, string> = {
  preparing: 'Getting ready',
  fetching: 'Fetching the video',
  rendering: 'Drawing the frames',
  storing: 'Putting it away',
}

/** A screen reader hears of every step, and of every quarter of it. */
const saidParts = 4

/** How sending and making go on. */
export class ProgressPanel {
  readonly root: HTMLElement
  readonly #words: HTMLElement
  readonly #bar: HTMLProgressElement
  readonly #detail: HTMLElement
  readonly #said: HTMLElement
  readonly #note: HTMLElement
  #lastSaid = ''
  readonly #title = document.title
  /** Null on the page of a task: there the form does it. */
  #cancelled: (() => void) | null = null

  constructor(root: HTMLElement) {
    this.root = root
    this.#words = find(root, '[data-progress-words]', HTMLElement)
    this.#bar = find(root, '[data-progress-bar]', HTMLProgressElement)
    this.#detail = find(root, '[data-progress-detail]', HTMLElement)
    this.#said = find(root, '[data-progress-said]', HTMLElement)
    this.#note = find(root, '[data-progress-note]', HTMLElement)
    find(root, '[data-cancel]', HTMLButtonElement).addEventListener('click', (event) => {
      if (this.#cancelled === null) return
      event.preventDefault()
      this.#cancelled()
    })
  }

  /** Appears, with the focus on its words. `cancelled` is told when the person wants to stop. */
  open(cancelled: () => void): void {
    this.#cancelled = cancelled
    this.#note.hidden = true
    this.#lastSaid = ''
    this.#show('Sending', '', 0)
    this.root.hidden = false
    this.#words.focus({ preventScroll: true })
    this.root.scrollIntoView({ block: 'nearest' })
  }

  close(): void {
    this.#cancelled = null
    this.root.hidden = true
    document.title = this.#title
  }

  sent(bytes: number, all: number): void {
    if (bytes >= all) return this.#show('Sent. The service looks at it', '', null)
    const part = all > 0 ? bytes / all : 0
    this.#show('Sending', `${Math.floor(part * 100)} % · ${formatSize(bytes)} of ${formatSize(all)}`, part)
  }

  /** From here on it goes on by itself. */
  accepted(cancelled: () => void): void {
    this.#cancelled = cancelled
    this.#note.hidden = false
    this.#show('In the queue', '', null)
  }

  task(task: TaskStatus): void {
    if (task.status === 'waiting') {
      const words = task.position === 1 ? 'Yours is next' : `${formatOrdinal(task.position)} in the queue`
      this.#show(words, 'It starts by itself.', null)
    }
    if (task.status === 'processing') {
      const words = stepWords[task.step] ?? 'Making the GIF'
      this.#show(words, `${Math.round(task.progress * 100)} %`, task.progress)
    }
    if (task.status === 'done') this.#show('Done', '', 1)
  }

  /** The service does not answer; the bar stays where it was until it does. */
  lost(): void {
    const part = this.#bar.hasAttribute('value') ? this.#bar.value : null
    this.#show('No connection. Trying again …', '', part)
  }

  #show(words: string, detail: string, part: number | null): void {
    if (this.#words.textContent !== words) this.#words.textContent = words
    this.#detail.textContent = detail
    // Whoever looks at another tab meanwhile sees it there.
    document.title = part === null ? words : `${Math.floor(part * 100)} % ${words}`
    if (part === null) this.#bar.removeAttribute('value')
    else this.#bar.value = part
    const quarter = part === null ? 0 : Math.floor(part * saidParts) / saidParts
    const said = quarter === 0 ? words : `${words}, ${quarter * 100} percent`
    if (said !== this.#lastSaid) this.#said.textContent = said
    this.#lastSaid = said
  }
}
