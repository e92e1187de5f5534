import type { Delta } from '../part/delta.ts'
import type { Part } from '../part/part.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import type { CategoryNames } from './category-names.ts'

/** A token with the same meaning as another one, or an emoji of it. `cost` is like that of spellings: 1 to 255. */
export type RelatedWord = { token: string; cost: number }

/** The index at one moment, for queries. A query keeps its view until it has answered. */
export type IndexView = {
  readonly parts: readonly Part[]
  /** The documents that are in no part yet: new ones, and those that a worker is making into a part. */
  readonly deltas: readonly Delta[]
  readonly vocabulary: Vocabulary
  readonly categories: CategoryNames
  /** Returns the synonyms and emoji of a token. */
  readonly relatedWords: (token: string) => readonly RelatedWord[]
}
