import { createElement } from '../elements.ts'

/** A field that takes what is typed, also by a keyboard on the screen, until the editor of layers has come with its own. */
export class TypingAhead {
  readonly #panel: HTMLElement
  readonly #field = createElement('textarea', 'visually-hidden')

  constructor(panel: HTMLElement) {
    this.#panel = panel
    this.#field.dir = 'auto'
  }

  /** Takes the focus, for the text that a button adds. */
  begin(button: HTMLElement): void {
    this.#field.setAttribute('aria-label', button.textContent.trim())
    this.#panel.append(this.#field)
    this.#field.focus()
  }

  /** Hands what was typed to the text that was added, whose field has the focus. */
  handOver(): void {
    const { activeElement } = document
    const typed = this.#field.value
    this.end()
    if (typed === '' || !(activeElement instanceof HTMLTextAreaElement)) return
    activeElement.setRangeText(typed, 0, activeElement.value.length, 'end')
    activeElement.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }

  end(): void {
    this.#field.remove()
    this.#field.value = ''
  }
}
