import { find } from '../../../kit/client/find.ts'
import { inputOf, make } from '../elements.ts'
import { parseTags } from '../../../../options/rules/split-tags.ts'
import { titleOfFile } from '../format.ts'

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
    this.#tags.addEventListener('input', () => this.show())
  }

  get title(): string {
    return this.#title.value.trim()
  }

  /** Whether a person typed the title. */
  get isTitleOwn(): boolean {
    return this.title !== '' && this.#title.value !== this.#suggested
  }

  /** Takes a title back that a file suggested: the file is gone. */
  withdraw(): void {
    if (!this.isTitleOwn) this.#title.value = ''
    this.#suggested = ''
  }

  /** Fills the title in from the name of a file, unless somebody has typed one. */
  suggest(fileName: string): void {
    if (this.isTitleOwn) return
    this.#suggested = titleOfFile(fileName)
    this.#title.value = this.#suggested
  }

  /** Shows the tags that stand in their field. */
  show(): void {
    const tags = parseTags(this.#tags.value)
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
