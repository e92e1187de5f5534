import type { Category } from '../../src/catalogue/category.ts'
import type { GifQuery } from '../../src/catalogue/find-gifs.ts'
import { type DefaultRating, type Gif, isListed, ratings, resolveRating } from '../../src/catalogue/gif.ts'
import { ratingClassOf } from '../../src/catalogue/search-filter.ts'
import { stemOf } from '../../src/search/text/stems.ts'
import { findInArray as findDocuments } from '../search/support/naive-search.ts'

/** Forms by their stems only, and no close matches: for searches that match exactly. */
const lexicon = {
  areForms: (one: string, other: string) =>
    stemOf(one) !== undefined && (stemOf(one) === stemOf(other) || stemOf(one) === other),
  near: () => [],
}

/** The results of an exact search, by the rules stated plainly over an array. */
export function findInArray(
  gifs: Gif[],
  categories: Category[],
  defaultRating: DefaultRating,
  { text, categoryCode, maxRating, start, limit }: GifQuery,
): { total: number; codes: string[] } {
  const category = categories.find(({ code }) => code === categoryCode)
  if (categoryCode !== null && category === undefined) return { total: 0, codes: [] }
  const most = ratings.indexOf(maxRating)
  const rated = gifs.filter(({ rating }) => ratings.indexOf(resolveRating(rating, defaultRating)) <= most)
  const listed = new Map(rated.filter(isListed).map((gif) => [gif.id, gif]))
  const documents = [...listed.values()].map((gif) => ({
    id: gif.id,
    title: gif.title,
    alt: gif.alt,
    tags: gif.tags,
    categoryId: gif.category.id,
    ratingClass: ratingClassOf(gif.rating),
    hasAlpha: gif.hasAlpha === true,
    width: gif.width,
    height: gif.height,
    uses: 0,
  }))
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const filter = { categoryId: category?.id ?? null, ratingClasses: 0b11111, hasAlpha: null, shape: null }
  const query = { text, filter, exactOnly: true, sort: 'relevance' as const, start, limit }
  const { total, ids } = findDocuments(documents, names, lexicon, query)
  return { total, codes: ids.map((id) => listed.get(id)?.code ?? '') }
}
