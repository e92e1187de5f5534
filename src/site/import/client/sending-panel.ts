import { find } from '../../kit/client/dom.ts'
import { importTexts } from '#texts/import.ts'
import type { QueuedFile, SendQueue } from './send-queue.ts'

/** The most lines shown. Only files in progress and failed ones have a line, so that others do not bury them. */
const maxLines = 50

/** The panel that shows the progress of sending, with its buttons. */
export class SendingPanel {
  readonly #root: HTMLElement
  readonly #bar: HTMLProgressElement
  readonly #count: HTMLElement
  readonly #status: HTMLElement
  readonly #list: HTMLElement
  readonly #pause: HTMLButtonElement
  readonly #retry: HTMLButtonElement
  #frame = 0
  #said = ''

  constructor(root: HTMLElement, actions: { pause: () => void; retry: () => void; cancel: () => void }) {
    this.#root = root
    this.#bar = find(root, '[data-progress]', HTMLProgressElement)
    this.#count = find(root, '[data-count]', HTMLElement)
    this.#status = find(root, '[data-status]', HTMLElement)
    this.#list = find(root, '[data-files]', HTMLElement)
    this.#pause = find(root, '[data-pause]', HTMLButtonElement)
    this.#retry = find(root, '[data-retry]', HTMLButtonElement)
    this.#pause.addEventListener('click', actions.pause)
    this.#retry.addEventListener('click', actions.retry)
    find(root, '[data-cancel]', HTMLButtonElement).addEventListener('click', actions.cancel)
  }

  open(): void {
    if (!this.#root.hidden) return
    this.#root.hidden = false
    find(this.#root, 'h2', HTMLElement).focus()
  }

  close(): void {
    this.#root.hidden = true
  }

  /** Shows the number of chosen files that wait for the form to be filled in. */
  showChosen(count: number): void {
    this.say(importTexts.progress(0, count))
    this.#root.hidden = false
    this.#count.textContent = importTexts.progress(0, count)
  }

  say(text: string): void {
    if (text === this.#said) return
    this.#said = text
    this.#status.textContent = text
  }

  /** Updates the panel, at most once per animation frame. */
  show(queue: SendQueue): void {
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#render(queue)
    })
  }

  #render({ files, isPaused, isBusy }: SendQueue): void {
    const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
    const sentBytes = files.reduce((sum, { file, share }) => sum + share * file.size, 0)
    const sent = files.filter(({ state }) => state === 'sent').length
    const failed = files.filter(({ state }) => state === 'failed')
    this.#bar.value = bytes === 0 ? 0 : sentBytes / bytes
    const text = isPaused ? importTexts.paused(sent, files.length) : importTexts.progress(sent, files.length)
    this.#count.textContent = failed.length > 0 ? `${text}. ${importTexts.failed(failed.length)}` : text
    // Not for every file, or a screen reader would never stop.
    const tenth = Math.floor((sent / Math.max(1, files.length)) * 10)
    this.say(
      failed.length > 0 || isPaused
        ? (this.#count.textContent ?? '')
        : importTexts.progress(Math.floor((tenth * files.length) / 10), files.length),
    )
    this.#pause.textContent = isPaused ? importTexts.resume : importTexts.pause
    this.#pause.hidden = !isBusy
    this.#retry.hidden = failed.length === 0
    const shown = [...failed, ...files.filter(({ state }) => state === 'sending')].slice(0, maxLines)
    this.#list.replaceChildren(...shown.map(lineOf))
  }
}

function lineOf({ path, state, share, message }: QueuedFile): HTMLElement {
  const line = document.createElement('li')
  const name = document.createElement('span')
  name.dir = 'auto'
  name.textContent = path
  line.append(name)
  if (state === 'failed') {
    const why = document.createElement('span')
    why.className = 'sending__error'
    why.textContent = message.replaceAll('`', '') || importTexts.lost
    line.append(why)
  } else {
    const bar = document.createElement('progress')
    bar.max = 1
    bar.value = share
    bar.setAttribute('aria-label', path)
    line.append(bar)
  }
  return line
}
