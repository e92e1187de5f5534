import { makerTexts } from '../../../messages/client/maker.ts'
import { find } from '../../../kit/client/find.ts'

/** What is chosen, what came in addition, and what is done when that is used instead. */
export type Offer = { kept: string; other: string; use: () => void }

/** Asks before one source takes the place of another. Until it is answered, and by Escape too, all stays as it is. */
export class SourceReplacement {
  readonly #root: HTMLElement
  readonly #words: HTMLElement
  readonly #use: HTMLButtonElement
  readonly #keep: HTMLButtonElement
  #offer: Offer | null = null
  #before: Element | null = null

  constructor(form: HTMLFormElement) {
    this.#root = find(form, '[data-instead]', HTMLElement)
    this.#words = find(form, '[data-instead-words]', HTMLElement)
    this.#use = find(form, '[data-instead-use]', HTMLButtonElement)
    this.#keep = find(form, '[data-instead-keep]', HTMLButtonElement)
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
    this.#words.textContent = makerTexts.source.replace(kept, other)
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
