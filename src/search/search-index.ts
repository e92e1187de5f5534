/*
 * The questions to the search index and its answers: it finds GIFs by text and completes what a person types. It knows
 * neither the database nor HTTP; its keeper tells it which GIFs there are.
 */

/** The searchable data of a GIF. Only listed GIFs (public, not hidden) are in the index. */
export type SearchDocument = {
  /** The GIF's row id: larger is newer. Below 2^32. */
  id: number
  title: string
  /** A visual description in a sentence or two, found like the title; null if the GIF has none. */
  alt: string | null
  tags: readonly string[]
  /** Below 65,536. */
  categoryId: number
  /** From 0 to 7; the index gives the number no meaning. */
  ratingClass: number
  hasAlpha: boolean
  width: number
  height: number
  /** The number of uses, an integer. */
  uses: number
  /** The contributor whose new words are limited, an integer below 2^32 - 1; default: no limit. */
  contributor?: number | undefined
}

export type SearchFilter = {
  categoryId: number | null
  /** Bit mask over rating classes. */
  ratingClasses: number
  /** true: only GIFs with transparency (stickers); false: only those without; null: all. */
  hasAlpha: boolean | null
  /** standard: 0.56 ≤ width / height ≤ 1.78; wide: 0.42 ≤ width / height ≤ 2.36; null: all. */
  shape: 'standard' | 'wide' | null
}

export type SearchSort = 'relevance' | 'newest' | 'popular'

export type SearchQuery = {
  /** The typed text. '' finds every document, if the sort is newest or popular. */
  text: string
  filter: SearchFilter
  /** Finds only GIFs that match exactly. */
  exactOnly: boolean
  sort: SearchSort
  start: number
  limit: number
  /** Ids to leave out of the page of a query without text. `total` counts them. */
  exclude?: ReadonlySet<number>
}

/**
 * The way the GIFs of an answer match: exact, every word whole, in another form, or the last one as a prefix; close,
 * with other spellings and synonyms; partial, all words but one.
 */
export type Match = 'exact' | 'close' | 'partial'

export type SearchAnswer = {
  match: Match
  /** The exact number for the stage that answered. It depends on neither `start` nor `limit`. */
  total: number
  ids: number[]
  /** The query as it was understood, if the match is close and a word was respelled. */
  corrected: string | null
}

/** A suggestion for the text being typed. */
export type Completion = {
  text: string
  kind: 'tag' | 'word' | 'phrase'
  /** The number of GIFs that have it. */
  uses: number
}
