import { toolsTexts } from '#texts/tools.ts'
import { find } from '../../kit/client/dom.ts'
import { type OtherFormat, otherFormats } from './convert/messages.ts'
import type { Facts } from './worker/messages.ts'

/** What becomes of the animation: the GIF itself, what it was and is, and where to get it. */
export class ResultView {
  readonly #root: HTMLElement
  readonly #status: HTMLElement
  readonly #image = new Image()
  readonly #facts: HTMLElement
  readonly #note: HTMLElement
  readonly #download: HTMLAnchorElement
  readonly #cancel: HTMLButtonElement
  readonly zip: HTMLButtonElement
  #before: Facts | undefined
  /** What the status says of the GIF that was made. */
  #done = ''
  #address: string | undefined

  constructor(form: HTMLFormElement, onCancel: () => void) {
    this.#root = find(form, '[data-result]', HTMLElement)
    this.#status = find(form, '[data-status]', HTMLElement)
    const figure = find(form, '[data-result-image]', HTMLElement)
    this.#image.alt = figure.dataset.resultImage ?? ''
    figure.append(this.#image)
    this.#facts = find(form, '[data-facts]', HTMLElement)
    this.#note = find(form, '[data-note]', HTMLElement)
    this.#download = find(form, '[data-download]', HTMLAnchorElement)
    this.#cancel = find(form, '[data-cancel]', HTMLButtonElement)
    this.zip = find(form, '[data-zip]', HTMLButtonElement)
    this.#cancel.addEventListener('click', onCancel)
  }

  /** Another animation is opened: nothing is known of it yet. */
  clear(): void {
    for (const element of [this.#facts, this.#note, this.#download, this.zip]) element.hidden = true
    this.#image.removeAttribute('src')
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
    this.#facts.hidden = false
  }

  /** `notes`: what there is to say of the GIF, sentence by sentence. */
  done(file: Blob, after: Facts, name: string, notes: readonly (string | Node)[]): void {
    this.#idle()
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address)
    this.#address = URL.createObjectURL(file)
    this.#image.src = this.#address
    this.#image.width = after.width
    this.#image.height = after.height
    this.#fill('after', after)
    this.#done = this.#change(after.bytes)
    this.#status.textContent = this.#done
    this.#note.hidden = notes.length === 0
    this.#note.replaceChildren(...notes)
    this.#download.hidden = false
    this.zip.hidden = false
    this.#download.href = this.#address
    this.#download.download = `${name}.gif`
  }

  /** Says what is being made of the GIF, which stays as it is. */
  converting(format: OtherFormat, fraction: number): void {
    this.#root.classList.remove('tools__result--failed')
    // In steps, for screen readers say each.
    const text = toolsTexts.converting(names[format], Math.floor(fraction * 10) * 10)
    if (this.#status.textContent !== text) this.#status.textContent = text
    this.#cancel.hidden = false
  }

  /** It was given up. */
  endConverting(): void {
    this.#idle()
    this.#status.textContent = this.#done
  }

  failConverting(format: OtherFormat): void {
    this.fail(toolsTexts.cannotConvert(names[format]))
  }

  converted(format: OtherFormat, bytes: number): void {
    this.#idle()
    this.#status.textContent = toolsTexts.converted(names[format], this.#change(bytes))
    this.#fillRow(format, 'before', toolsTexts.bytes(this.#before?.bytes ?? bytes))
    this.#fillRow(format, 'after', toolsTexts.bytes(bytes))
    this.#row(format).hidden = false
  }

  forgetConverted(): void {
    for (const format of otherFormats) this.#row(format).hidden = true
  }

  /** What the file had, what it has, and by how much that is more or less. */
  #change(after: number): string {
    const before = this.#before?.bytes ?? after
    const percent = Math.round((after / before - 1) * 100)
    return toolsTexts.done(toolsTexts.bytes(before), toolsTexts.bytes(after), percent)
  }

  #row(name: string): HTMLElement {
    return find(this.#root, `[data-row="${name}"]`, HTMLElement)
  }

  #fillRow(name: string, column: 'before' | 'after', text: string): void {
    find(this.#row(name), `[data-value="${column}"]`, HTMLElement).textContent = text
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
    for (const [row, text] of Object.entries(cells)) this.#fillRow(row, column, text)
  }
}

const names = { mp4: 'MP4', webp: 'WebP' } as const
