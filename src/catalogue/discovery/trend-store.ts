import type { Rating } from '../gif.ts'

/** The GIFs of a category, or of all categories, up to a rating. */
export type GifScope = { categoryId: number | null; maxRating: Rating }

/**
 * Uses of GIFs, and the trends of GIFs and of searches. Nothing written here is a change of the catalogue: its version
 * stays. Of a search that many people made, only its text and trend are stored, nothing about who made it.
 */
export type TrendStore = {
  /** Adds the weights of uses to GIFs by id and skips deleted ones. Writes all of it or nothing. */
  addUses(weights: ReadonlyMap<number, number>): Promise<void>
  /** The ids of the listed GIFs with the highest trend among those that were used at all, the best first. */
  trendingGifs(scope: GifScope, limit: number): Promise<number[]>
  /** Adds viewers to searches by text. Deletes old searches, and those with the lowest trend beyond a limit. */
  addSearches(viewers: ReadonlyMap<string, number>): Promise<void>
  /** The searches with the highest trend, the best first. */
  trendingSearches(limit: number): Promise<string[]>
}
