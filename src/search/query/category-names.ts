import { searchWords } from '../text/tokens.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

const noCategories: readonly number[] = []

let lastVersion = 0

/** The names of the categories as terms: a document is also found by the name of its category. */
export class CategoryNames {
  /** Unique among all instances. */
  readonly version = (lastVersion += 1)
  /** Category id → term ids of its name. */
  readonly #names = new Map<number, number[]>()
  /** Term id → the categories with it in their name. */
  readonly #categories = new Map<number, number[]>()
  /** The tokens of all names, in order, for prefixes. */
  readonly #tokens: { token: string; term: number }[] = []

  /** Adds the words of the names to the vocabulary, which keeps them until the names are replaced. */
  constructor(
    categories: readonly { id: number; name: string }[],
    vocabulary: Pick<Vocabulary, 'add' | 'keep'>,
  ) {
    for (const { id, name } of categories) {
      const tokens = searchWords(name).flat()
      const terms = tokens.map((token) => vocabulary.add(token))
      this.#names.set(id, terms)
      for (const [at, term] of terms.entries()) {
        if (term < 0) continue
        const known = this.#categories.get(term)
        if (known === undefined) {
          this.#categories.set(term, [id])
          this.#tokens.push({ token: tokens[at] ?? '', term })
        } else if (known.at(-1) !== id) known.push(id)
      }
    }
    vocabulary.keep(this.#categories.keys())
    this.#tokens.sort((a, b) => (a.token < b.token ? -1 : 1))
  }

  /** Returns the categories with a term in their name. */
  withTerm(term: number): readonly number[] {
    return this.#categories.get(term) ?? noCategories
  }

  /** Returns true if a word of a name begins with a prefix. */
  hasPrefix(prefix: string): boolean {
    return this.#tokens[this.#firstFrom(prefix)]?.token.startsWith(prefix) === true
  }

  /** Returns the terms of names that begin with a prefix. */
  termsWithPrefix(prefix: string): number[] {
    const terms: number[] = []
    for (let at = this.#firstFrom(prefix); this.#tokens[at]?.token.startsWith(prefix) === true; at += 1)
      terms.push(this.#tokens[at]?.term ?? -1)
    return terms
  }

  /** Returns the terms of a category's name, in order; -1 for those that the vocabulary lacks. */
  nameOf(id: number): readonly number[] {
    return this.#names.get(id) ?? []
  }

  #firstFrom(prefix: string): number {
    let from = 0
    let to = this.#tokens.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((this.#tokens[middle]?.token ?? '') < prefix) from = middle + 1
      else to = middle
    }
    return from
  }
}
