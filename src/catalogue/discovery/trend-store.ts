import type { Rating } from '../gif.ts'

/** The GIFs of a category, or of all categories, up to a rating. */
export type GifScope = { categoryId: number | null; maxRating: Rating }

/**
 * Uses of GIFs, and the trends of GIFs and of searches. Nothing written here changes the version of the catalogue. For
 * a search that many people made, only its text and trend are stored, nothing about the people.
 */
export type TrendStore = {
  /** Adds the weights of uses to GIFs by id and skips deleted ones. Writes everything or nothing. */
  addUses(weights: ReadonlyMap<number, number>): Promise<void>
  /** Returns the ids of the listed GIFs with the highest trend among those that were ever used, best first. */
  trendingGifs(scope: GifScope, limit: number): Promise<number[]>
  /** Adds viewers to searches by text. Deletes old searches, and those with the lowest trend beyond a limit. */
  addSearches(viewers: ReadonlyMap<string, number>): Promise<void>
  /** Returns the searches with the highest trend, best first. */
  trendingSearches(limit: number): Promise<string[]>
}
