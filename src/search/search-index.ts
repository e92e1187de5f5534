/*
 * The questions to the search index and its answers: it finds GIFs by text and completes what a person types. It knows
 * neither the database nor HTTP; its keeper tells it which GIFs there are.
 */

/** What of a GIF is searched. Only listed GIFs (public, not hidden) are in the index. */
export type SearchDocument = {
  /** The GIF's row id: larger is newer. Below 2^32. */
  id: number
  title: string
  /** What can be seen, in a sentence or two: found like the title. null: it has none. */
  alt: string | null
  tags: readonly string[]
  /** Below 65,536. */
  categoryId: number
  /** 0 to 7; the index gives the number no meaning. */
  ratingClass: number
  hasAlpha: boolean
  width: number
  height: number
  /** Counted uses, whole. */
  uses: number
  /** The contributor whose new words are counted, a whole number below 2^32 - 1; if left out, they are not counted. */
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
  /** What a person typed. '' finds every document, if the sort is newest or popular. */
  text: string
  filter: SearchFilter
  /** Finds only GIFs that match exactly. */
  exactOnly: boolean
  sort: SearchSort
  start: number
  limit: number
  /** Ids that the page of a query without text leaves out. `total` counts them. */
  exclude?: ReadonlySet<number>
}

/**
 * How the GIFs of an answer match: exact, every word whole, in another form, or the last one as a prefix; close, with
 * other spellings and synonyms; partial, all words but one.
 */
export type Match = 'exact' | 'close' | 'partial'

export type SearchAnswer = {
  match: Match
  /** Exact, of the stage that answered. It depends on neither `start` nor `limit`. */
  total: number
  ids: number[]
  /** The query with the spellings it was taken for, if the match is close and a word was respelt. */
  corrected: string | null
}

/** What the person may be typing. */
export type Completion = {
  text: string
  kind: 'tag' | 'word' | 'phrase'
  /** GIFs that have it. */
  uses: number
}
