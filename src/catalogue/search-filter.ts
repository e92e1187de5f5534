import type { SearchFilter } from '../search/search-index.ts'
import { type DefaultRating, type Rating, ratings, ratingsUpTo } from './gif.ts'

/** Returns the stored rating of a GIF as a number for the search index: 0 for unrated, then from the mildest. */
export function ratingClassOf(rating: Rating | null): number {
  return rating === null ? 0 : ratings.indexOf(rating) + 1
}

/** Returns the filter of a search up to a rating; category, transparency and shape do not matter unless given. */
export function searchFilter({
  maxRating,
  defaultRating,
  categoryId = null,
  hasAlpha = null,
  shape = null,
}: { maxRating: Rating; defaultRating: DefaultRating } & Partial<
  Omit<SearchFilter, 'ratingClasses'>
>): SearchFilter {
  const found = ratingsUpTo(maxRating, defaultRating)
  const ratingClasses = found.reduce((mask, rating) => mask | (1 << ratingClassOf(rating)), 0)
  return { categoryId, ratingClasses, hasAlpha, shape }
}

/** Finds every GIF that is safe for work, with any default rating, since no default is r. */
export const safeFilter = searchFilter({ maxRating: 'pg-13', defaultRating: 'pg-13' })

/** The rating classes of GIFs that are safe for work, as a bit mask. */
export const safeRatingClasses = safeFilter.ratingClasses
