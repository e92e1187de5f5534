import { makerTexts } from '#texts/maker.ts'
import { createElement } from '../../elements.ts'

/** Says on the stage how far a source is that is fetched or sent ahead. */
export class WaitPanel {
  readonly #root = createElement('div', 'source-wait')
  readonly #text = createElement('p', 'source-wait__text')
  readonly #bar = document.createElement('progress')

  constructor(stage: HTMLElement) {
    this.#text.setAttribute('role', 'status')
    this.#bar.max = 1
    this.#bar.setAttribute('aria-label', makerTexts.prepared.label)
    this.#root.append(this.#text, this.#bar)
    this.#root.hidden = true
    stage.append(this.#root)
  }

  /** `share` is null where it is not known. */
  show(text: string, share: number | null): void {
    this.#root.hidden = false
    // Read out when it changes, not with each step of the bar.
    if (this.#text.textContent !== text) this.#text.textContent = text
    if (share === null) this.#bar.removeAttribute('value')
    else this.#bar.value = share
    this.#bar.hidden = false
  }

  /** Says what went wrong, and what can be done all the same. */
  fail(text: string): void {
    this.#root.hidden = false
    this.#text.textContent = text
    this.#bar.hidden = true
  }

  hide(): void {
    this.#root.hidden = true
    this.#text.textContent = ''
  }
}
