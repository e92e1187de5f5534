import { buildPart } from '../../../src/search/part/build-part.ts'
import { Delta } from '../../../src/search/part/delta.ts'
import type { Part } from '../../../src/search/part/part.ts'
import { CategoryNames } from '../../../src/search/query/category-names.ts'
import type { IndexView, RelatedWord } from '../../../src/search/query/index-view.ts'
import type { SearchDocument } from '../../../src/search/search-index.ts'
import { searchWords } from '../../../src/search/text/tokens.ts'
import { foldVocabulary, Vocabulary } from '../../../src/search/vocabulary/vocabulary.ts'
import type { Lexicon } from './naive-search.ts'

/** An index without threads and files, next to an array of the same documents for the model. */
export class SmallIndex {
  readonly documents = new Map<number, SearchDocument>()
  readonly vocabulary: Vocabulary
  readonly lexicon: Lexicon
  categories: ReadonlyMap<number, string> = new Map()
  #names: CategoryNames
  #parts: Part[] = []
  #delta = new Delta()
  readonly #relatedWords: (token: string) => readonly RelatedWord[]

  constructor(
    relatedWords: (token: string) => readonly RelatedWord[] = () => [],
    vocabulary = new Vocabulary(),
  ) {
    this.vocabulary = vocabulary
    this.#names = new CategoryNames([], vocabulary)
    this.#relatedWords = relatedWords
    this.lexicon = {
      areForms: (there, token) => Array.from(vocabulary.formsOf(token)).includes(vocabulary.idOf(there)),
      near: (token, maxEdits) => [
        ...vocabulary
          .near(token, maxEdits)
          .map(({ id, cost }) => ({ term: vocabulary.termOf(id), cost, respelling: true })),
        ...relatedWords(token).flatMap(({ token: related, cost }) =>
          [related, ...Array.from(vocabulary.formsOf(related), (id) => vocabulary.termOf(id))].map(
            (term) => ({
              term,
              cost,
              respelling: false,
            }),
          ),
        ),
      ],
    }
  }

  get view(): IndexView {
    return {
      parts: this.#parts,
      deltas: [this.#delta],
      vocabulary: this.vocabulary,
      categories: this.#names,
      relatedWords: this.#relatedWords,
    }
  }

  setCategories(categories: { id: number; name: string }[]): void {
    this.categories = new Map(categories.map(({ id, name }) => [id, name]))
    this.#names = new CategoryNames(categories, this.vocabulary)
  }

  put(document: SearchDocument): void {
    this.remove(document.id)
    this.documents.set(document.id, document)
    this.#delta.append(document, this.vocabulary)
    this.#count(document, 1)
  }

  remove(id: number): void {
    for (const documents of [...this.#parts, this.#delta]) {
      const doc = documents.docOf(id)
      if (doc !== -1) documents.kill(doc)
    }
    const document = this.documents.get(id)
    if (document !== undefined) this.#count(document, -1)
    this.documents.delete(id)
  }

  /** Makes a part of the delta. */
  seal(): void {
    const part = buildPart({ sources: [this.#delta], vocabulary: this.vocabulary })
    if (part.size > 0) this.#parts = [...this.#parts, part]
    this.#delta = new Delta()
  }

  /** Makes one part of all. */
  merge(): void {
    if (this.#parts.length > 1)
      this.#parts = [buildPart({ sources: this.#parts, vocabulary: this.vocabulary })]
  }

  /** Sorts the terms again. */
  foldTerms(): void {
    this.vocabulary.replaceBase(foldVocabulary(this.vocabulary.snapshot()))
  }

  #count({ title, alt, tags }: SearchDocument, change: number): void {
    const tokens = new Set([title, alt ?? '', ...tags].flatMap((text) => searchWords(text).flat()))
    for (const token of tokens) {
      const id = this.vocabulary.idOf(token)
      if (id >= 0) this.vocabulary.countDocuments(id, change)
    }
  }
}
