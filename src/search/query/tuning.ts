/**
 * Limits of queries, and thresholds at which one way to find documents becomes faster than another. Tests change them
 * to cover all ways.
 */
export type Tuning = {
  /** The number of most used GIFs, among those that match whole in the title, to check for adjacent words. */
  rescoreWindow: number
  /** The time to work between two checks of the event loop, in ms. */
  chunkTime: number
  /** Up to this many documents of a part are scored in one go rather than ordered on request. */
  maxScored: number
  /** Scoring a document costs about as much as putting this many postings into a set. */
  scoreCost: number
  /** Prefixes of more terms may be recognized without checking each term. */
  manyTerms: number
  /** Pages of one word that end within this many hits are found by the short way. */
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
