import { makerTexts } from '#texts/maker.ts'
import { find } from '../../../kit/client/dom.ts'

/** The current source, the new one, and what uses it. */
export type Offer = { kept: string; other: string; use: () => void }

/** Asks before another source replaces the current one. Escape keeps the current one. */
export class SourceReplacement {
  readonly #root: HTMLElement
  readonly #question: HTMLElement
  readonly #use: HTMLButtonElement
  readonly #keep: HTMLButtonElement
  #offer: Offer | null = null
  #before: Element | null = null

  constructor(form: HTMLFormElement) {
    this.#root = find(form, '[data-replace]', HTMLElement)
    this.#question = find(form, '[data-replace-question]', HTMLElement)
    this.#use = find(form, '[data-replace-use]', HTMLButtonElement)
    this.#keep = find(form, '[data-replace-keep]', HTMLButtonElement)
    this.#use.addEventListener('click', () => {
      const offer = this.#offer
      this.close()
      offer?.use()
    })
    this.#keep.addEventListener('click', () => this.#dismiss())
    this.#root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#dismiss()
    })
  }

  ask(offer: Offer): void {
    const { kept, other } = offer
    if (this.#offer === null) this.#before = document.activeElement
    this.#offer = offer
    this.#question.textContent = makerTexts.source.replace(kept, other)
    this.#use.textContent = makerTexts.source.use(other)
    this.#keep.textContent = makerTexts.source.keep(kept)
    this.#root.hidden = false
    this.#keep.focus()
  }

  close(): void {
    this.#offer = null
    this.#root.hidden = true
  }

  #dismiss(): void {
    this.close()
    if (this.#before instanceof HTMLElement) this.#before.focus()
  }
}
