import { find } from '../../../kit/client/dom.ts'
import { inputOf } from '../elements.ts'

const draftKey = 'gifwright.draft'
const categoryKey = 'gifwright.category'
const visibilityKey = 'gifwright.visibility'

type Kept = Record<
  'title' | 'alt' | 'category' | 'tags' | 'rating' | 'visibility' | 'url' | 'layers' | 'kept_stickers',
  string
>

/** Keeps what was typed while this tab is open, for people who leave the page and come back. */
export class Draft {
  readonly #form: HTMLFormElement
  readonly #alt: HTMLTextAreaElement
  readonly #category: HTMLSelectElement
  readonly #rating: HTMLSelectElement
  readonly #isTitleOwn: () => boolean

  /** `isTitleOwn`: whether the title was typed; one that a file suggested goes with the file. */
  constructor(form: HTMLFormElement, isTitleOwn: () => boolean) {
    this.#form = form
    this.#alt = find(form, 'textarea[name="alt"]', HTMLTextAreaElement)
    this.#category = find(form, 'select[name="category"]', HTMLSelectElement)
    this.#rating = find(form, 'select[name="rating"]', HTMLSelectElement)
    this.#isTitleOwn = isTitleOwn
    form.addEventListener('input', () => this.keep())
  }

  /** Fills the fields in as they were left. Where no category was chosen yet it is the last one that was used. */
  restore(): void {
    const { title, alt, category, tags, rating = '', visibility = '', url, layers } = readDraft()
    const { kept_stickers: stickers } = readDraft()
    if (title !== undefined) inputOf(this.#form, 'title').value = title
    if (alt !== undefined) this.#alt.value = alt
    if (tags !== undefined) inputOf(this.#form, 'tags').value = tags
    if (url !== undefined) inputOf(this.#form, 'url').value = url
    if (layers !== undefined) inputOf(this.#form, 'layers').value = layers
    if (stickers !== undefined) inputOf(this.#form, 'kept_stickers').value = stickers
    if (valuesOf(this.#rating).has(rating)) this.#rating.value = rating
    this.#restoreVisibility(visibility)
    this.#choose(category ?? '')
  }

  /** Chooses the last category that was used, where none is chosen. */
  proposeCategory(): void {
    if (this.#category.value === '') this.#choose('')
  }

  keep(): void {
    const text = (name: string) => inputOf(this.#form, name).value
    const draft: Kept = {
      title: this.#isTitleOwn() ? text('title') : '',
      alt: this.#alt.value,
      category: this.#category.value,
      tags: text('tags'),
      rating: this.#rating.value,
      visibility: this.#visibility()?.value ?? '',
      url: text('url'),
      layers: text('layers'),
      kept_stickers: text('kept_stickers'),
    }
    write('sessionStorage', draftKey, JSON.stringify(draft))
  }

  /** The GIF is on its way: the next one begins empty, with the same category. */
  accepted(): void {
    write('sessionStorage', draftKey, '{}')
    write('localStorage', categoryKey, this.#category.value)
    const visibility = this.#visibility()
    if (visibility !== null) write('localStorage', visibilityKey, visibility.value)
  }

  /** What is chosen; null for visitors, who have no choice. */
  #visibility(): HTMLInputElement | null {
    return this.#form.querySelector<HTMLInputElement>('input[name="visibility"]:checked')
  }

  /** As it was left, or else as for the GIF before. */
  #restoreVisibility(kept: string): void {
    const wanted = kept === '' ? read('localStorage', visibilityKey) : kept
    for (const choice of this.#form.querySelectorAll<HTMLInputElement>('input[name="visibility"]'))
      if (choice.value === wanted) choice.checked = true
  }

  #choose(category: string): void {
    const known = valuesOf(this.#category)
    const wanted = [category, read('localStorage', categoryKey)].find(
      (value) => value !== '' && known.has(value),
    )
    if (wanted !== undefined) this.#category.value = wanted
  }
}

function valuesOf(select: HTMLSelectElement): Set<string> {
  return new Set([...select.options].map(({ value }) => value))
}

function readDraft(): Partial<Kept> {
  try {
    const kept = Object(JSON.parse(read('sessionStorage', draftKey) || '{}')) as Record<string, unknown>
    const texts = [
      'title',
      'alt',
      'category',
      'tags',
      'rating',
      'visibility',
      'url',
      'layers',
      'kept_stickers',
    ]
    const given = texts.filter((name) => typeof kept[name] === 'string')
    return Object.fromEntries(given.map((name) => [name, kept[name]]))
  } catch {
    return {}
  }
}

// A browser may close its storage to a page: then nothing is kept, and all else works.

function read(storage: 'sessionStorage' | 'localStorage', key: string): string {
  try {
    return window[storage].getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(storage: 'sessionStorage' | 'localStorage', key: string, value: string): void {
  try {
    window[storage].setItem(key, value)
  } catch {
    // See above.
  }
}
