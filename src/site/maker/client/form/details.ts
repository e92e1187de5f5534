import { find } from '../../../kit/client/dom.ts'
import { inputOf, createElement } from '../elements.ts'
import { parseTags } from '../../../../options/rules/title-and-tags.ts'
import { titleOfFile } from '../format.ts'

/** The title, suggested by the file name, and the tags, shown as chips. */
export class Details {
  readonly #title: HTMLInputElement
  readonly #tags: HTMLInputElement
  readonly #tagList: HTMLUListElement
  #suggested = ''

  constructor(form: HTMLFormElement) {
    this.#title = inputOf(form, 'title')
    this.#tags = inputOf(form, 'tags')
    this.#tagList = find(form, '[data-tag-chips]', HTMLUListElement)
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

  /** Fills in the title from the name of a file, unless one was typed. */
  suggest(fileName: string): void {
    if (this.isTitleOwn) return
    this.#suggested = titleOfFile(fileName)
    this.#title.value = this.#suggested
  }

  /** Shows the tags that stand in their field. */
  show(): void {
    const tags = parseTags(this.#tags.value)
    this.#tagList.hidden = tags.length === 0
    this.#tagList.replaceChildren(
      ...tags.map((tag) => {
        const item = createElement('li')
        item.append(createElement('span', 'chip chip--tag', `#${tag}`))
        return item
      }),
    )
  }
}
