/** Limits of queries, and where one way to find documents is faster than another. Tests choose others to see all ways. */
export type Tuning = {
  /** GIFs that match whole in the title: so many of the most used are looked at for words side by side. */
  rescoreWindow: number
  /** Work between two looks at the event loop, in ms. */
  chunkTime: number
  /** Up to so many documents of a part are scored at once rather than put in order as they are asked for. */
  maxScored: number
  /** Scoring a document costs about as much as putting so many postings into a set. */
  scoreCost: number
  /** Prefixes of more terms may be known without looking at each term. */
  manyTerms: number
  /** Pages of one word that end after up to so many hits are taken the short way. */
  maxShortPage: number
}

/** A stage that finds fewer GIFs than this is followed by the next one. */
export const enoughHits = 10

export const defaultTuning: Tuning = {
  rescoreWindow: 200,
  chunkTime: 2,
  maxScored: 24,
  scoreCost: 150,
  manyTerms: 64,
  maxShortPage: 128,
}
