import type { Rating } from '../gif.ts'

/** Which GIFs are meant: those of a category, or of all, up to a rating. */
export type GifScope = { categoryId: number | null; maxRating: Rating }

/** Uses of GIFs and trends. What is written here is not a change of the catalogue: its version stays. */
export interface UseStore {
  /** Adds the weight of uses to GIFs by id, those that are gone left out. All of it or nothing is written. */
  addUses(weights: ReadonlyMap<number, number>): Promise<void>
  /** The ids of the listed GIFs that trend most, of those that were used at all; the best first. */
  trending(scope: GifScope, limit: number): Promise<number[]>
}
