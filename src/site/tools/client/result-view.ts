import { toolsTexts } from '#texts/tools.ts'
import { find } from '../../kit/client/dom.ts'
import type { Facts } from './worker/messages.ts'

/** What becomes of the animation: the GIF itself, what it was and is, and where to get it. */
export class ResultView {
  readonly #root: HTMLElement
  readonly #status: HTMLElement
  readonly #image = new Image()
  readonly #note: HTMLElement
  readonly #download: HTMLAnchorElement
  readonly #cancel: HTMLButtonElement
  readonly zip: HTMLButtonElement
  #before: Facts | undefined
  #address: string | undefined

  constructor(form: HTMLFormElement, onCancel: () => void) {
    this.#root = find(form, '[data-result]', HTMLElement)
    this.#status = find(form, '[data-status]', HTMLElement)
    const figure = find(form, '[data-result-image]', HTMLElement)
    this.#image.alt = figure.dataset.resultImage ?? ''
    figure.append(this.#image)
    this.#note = find(form, '[data-note]', HTMLElement)
    this.#download = find(form, '[data-download]', HTMLAnchorElement)
    this.#cancel = find(form, '[data-cancel]', HTMLButtonElement)
    this.zip = find(form, '[data-zip]', HTMLButtonElement)
    this.#cancel.addEventListener('click', onCancel)
  }

  /** Says what is going on. */
  busy(text: string): void {
    this.#root.hidden = false
    this.#root.dataset.busy = ''
    this.#root.classList.remove('tools__result--failed')
    this.#status.textContent = text
    this.#cancel.hidden = false
  }

  /** Says why there is nothing to see. */
  fail(text: string): void {
    this.#idle()
    this.#root.hidden = false
    this.#root.classList.add('tools__result--failed')
    this.#status.textContent = text
  }

  opened(before: Facts): void {
    this.#before = before
    this.#fill('before', before)
  }

  done(file: Blob, after: Facts, name: string, approximated: number): void {
    this.#idle()
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address)
    this.#address = URL.createObjectURL(file)
    this.#image.src = this.#address
    this.#image.width = after.width
    this.#image.height = after.height
    this.#fill('after', after)
    const before = this.#before ?? after
    const percent = Math.round((after.bytes / before.bytes - 1) * 100)
    this.#status.textContent = toolsTexts.done(
      toolsTexts.bytes(before.bytes),
      toolsTexts.bytes(after.bytes),
      percent,
    )
    this.#note.hidden = approximated === 0
    this.#note.textContent = approximated === 0 ? '' : toolsTexts.approximated(approximated)
    this.#download.hidden = false
    this.#download.href = this.#address
    this.#download.download = `${name}.gif`
  }

  #idle(): void {
    delete this.#root.dataset.busy
    this.#root.classList.remove('tools__result--failed')
    this.#cancel.hidden = true
  }

  #fill(column: 'before' | 'after', { bytes, width, height, frames, milliseconds }: Facts): void {
    const cells = {
      bytes: toolsTexts.bytes(bytes),
      pixels: toolsTexts.pixels(width, height),
      frames: String(frames),
      seconds: toolsTexts.seconds(milliseconds),
    }
    for (const [row, text] of Object.entries(cells)) {
      find(this.#root, `[data-row="${row}"] [data-value="${column}"]`, HTMLElement).textContent = text
    }
  }
}
