import type { SearchFilter } from '../search/search-index.ts'
import { type Rating, ratings, ratingsUpTo } from './gif.ts'

/** The rating of a GIF as the search index knows it: 0 for one that is not rated, then from the mildest. */
export function ratingClassOf(rating: Rating | null): number {
  return rating === null ? 0 : ratings.indexOf(rating) + 1
}

/** The rating classes of GIFs that are safe for work, as a bit mask. */
export const safeRatingClasses = ratingClassesUpTo('pg-13')

function ratingClassesUpTo(max: Rating): number {
  return ratingsUpTo(max).reduce((mask, rating) => mask | (1 << ratingClassOf(rating)), 0)
}

/** What a search up to a rating may find; the category, transparency and shape do not matter unless given. */
export function searchFilter({
  maxRating,
  categoryId = null,
  hasAlpha = null,
  shape = null,
}: { maxRating: Rating } & Partial<Omit<SearchFilter, 'ratingClasses'>>): SearchFilter {
  return { categoryId, ratingClasses: ratingClassesUpTo(maxRating), hasAlpha, shape }
}
