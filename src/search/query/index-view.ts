import type { Delta } from '../part/delta.ts'
import type { Part } from '../part/part.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { CategoryNames } from './category-names.ts'

/** A token that means the same as another one, or an emoji of it. `cost` is that of spellings: 1 to 255. */
export type RelatedWord = { token: string; cost: number }

/** What a query reads: the index at one moment. A query keeps its view until it has answered. */
export type IndexView = {
  readonly parts: readonly Part[]
  /** The documents that are in no part yet: those that arrive, and those that a worker makes a part of. */
  readonly deltas: readonly Delta[]
  readonly vocabulary: Vocabulary
  readonly categories: CategoryNames
  /** Synonyms and emoji of a token. */
  readonly relatedWords: (token: string) => readonly RelatedWord[]
}
