import { previewTexts } from '#texts/preview.ts'
import { find } from '../../../kit/client/dom.ts'
import { createElement, inputOf } from '../elements.ts'

/** The longest name of a file, without its ending. */
const maxNameLength = 80

/** The button that saves the GIF which the browser made: it never leaves this machine. */
export class Download {
  readonly #form: HTMLFormElement
  readonly #button = createElement('button', 'button', previewTexts.download)
  readonly #note = createElement('p', 'maker__note field__hint')
  readonly #request: () => void
  readonly #stop: () => void
  /** The GIF of the form as it is now; null while it is not made. */
  #gif: Blob | null = null
  #isWanted = false

  constructor(form: HTMLFormElement, { request, stop }: { request: () => void; stop: () => void }) {
    this.#form = form
    this.#request = request
    this.#stop = stop
    this.#button.type = 'button'
    this.#button.dataset.download = ''
    this.#button.hidden = true
    this.#note.id = 'download-note'
    this.#note.setAttribute('role', 'status')
    this.#note.hidden = true
    this.#button.setAttribute('aria-describedby', this.#note.id)
    this.#button.addEventListener('click', () => this.#handleClick())
    const actions = find(form, '[data-actions]', HTMLElement)
    actions.insertBefore(this.#button, actions.querySelector('button[type="submit"]'))
    this.#button.after(this.#note)
  }

  /** A GIF was made, which is that of the form; `isAsked`: for the button. */
  offer(gif: Blob, isAsked: boolean): void {
    this.#gif = gif
    this.allow()
    if (isAsked || this.#isWanted) this.#save(gif)
  }

  /** A GIF can be made, although none was yet. */
  allow(): void {
    if (this.#button.hidden) this.#sayHelp()
    this.#button.hidden = false
    this.#note.hidden = false
  }

  /** The form has changed. */
  forget(): void {
    this.#gif = null
    this.#isWanted = false
    this.#sayHelp()
  }

  close(): void {
    this.forget()
    this.#button.hidden = true
    this.#note.hidden = true
  }

  progress(fraction: number): void {
    if (this.#isWanted) this.#say(previewTexts.downloading(Math.round(fraction * 100)))
  }

  fail(message: string): void {
    this.#isWanted = false
    this.#say(message)
  }

  #handleClick(): void {
    if (this.#isWanted) {
      this.#stop()
      return this.forget()
    }
    if (this.#gif !== null) return this.#save(this.#gif)
    this.#isWanted = true
    this.#say(previewTexts.downloading(0))
    this.#request()
  }

  #save(gif: Blob): void {
    this.#isWanted = false
    const link = createElement('a')
    const name = `${this.#name()}.gif`
    link.href = URL.createObjectURL(gif)
    link.download = name
    link.click()
    // The browser takes the file over before the next task.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    this.#say(this.#isSourceKept ? previewTexts.savedKept(name) : previewTexts.saved(name))
  }

  /** The title, without what no file system takes. */
  #name(): string {
    const title = this.#form.elements.namedItem('title')
    const text = title instanceof HTMLInputElement ? title.value || title.placeholder : ''
    const name = text
      .replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
      .trim()
      .slice(0, maxNameLength)
      .trim()
    return name === '' || name.startsWith('.') ? 'gifwright' : name
  }

  /** Whether the service has the source: a link that it fetched, a file that was sent ahead, or that of an earlier GIF. */
  get #isSourceKept(): boolean {
    return inputOf(this.#form, 'prepared').value !== ''
  }

  #sayHelp(): void {
    this.#say(this.#isSourceKept ? previewTexts.downloadHelpKept : previewTexts.downloadHelp)
    this.#note.dataset.help = ''
  }

  #say(text: string): void {
    delete this.#note.dataset.help
    this.#note.textContent = text
  }
}
