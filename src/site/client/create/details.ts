import { tagsOf } from './check.ts'
import { find, inputOf, make } from './elements.ts'
import { titleOf } from './words.ts'

/** The title and the tags: a title is suggested by the file, tags are shown as they will be. */
export class Details {
  readonly #title: HTMLInputElement
  readonly #tags: HTMLInputElement
  readonly #chips: HTMLUListElement
  #suggested = ''

  constructor(form: HTMLFormElement) {
    this.#title = inputOf(form, 'title')
    this.#tags = inputOf(form, 'tags')
    this.#chips = find(form, '[data-tag-chips]', HTMLUListElement)
    this.#tags.addEventListener('input', () => this.#showChips())
    this.#showChips()
  }

  get title(): string {
    return this.#title.value.trim()
  }

  /** Fills the title in from the name of a file, unless somebody has typed one. */
  suggest(fileName: string): void {
    if (this.#title.value.trim() !== '' && this.#title.value !== this.#suggested) return
    this.#suggested = titleOf(fileName)
    this.#title.value = this.#suggested
  }

  #showChips(): void {
    const tags = tagsOf(this.#tags.value)
    this.#chips.hidden = tags.length === 0
    this.#chips.replaceChildren(
      ...tags.map((tag) => {
        const item = make('li')
        item.append(make('span', 'chip chip--tag', `#${tag}`))
        return item
      }),
    )
  }
}
