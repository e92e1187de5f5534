import { type Gif, type Rating, ratingsUpTo } from '../gif.ts'
import { searchFilter } from '../search-filter.ts'
import type { IndexedCatalogue } from '../find-gifs.ts'

/**
 * Listed GIFs like this one, without it, the most alike first; where they are too few, the newest of its category
 * follow. Throws AppError unavailable while there is no index.
 */
export async function relatedGifs(
  { index, catalogue }: IndexedCatalogue,
  gif: Gif,
  { maxRating, limit }: { maxRating: Rating; limit: number },
): Promise<Gif[]> {
  const { defaultRating } = catalogue
  const alike = index.related(gif.id, searchFilter({ maxRating, defaultRating }), limit)
  const isEnough = alike.length >= limit
  const scope = { categoryId: gif.category.id, maxRating }
  const newest = isEnough ? [] : (await catalogue.newest(scope, { start: 0, limit: limit + 1 })).ids
  const others = new Set([...alike, ...newest].filter((id) => id !== gif.id))
  const gifs = await catalogue.listedByIds([...others])
  const ratings = ratingsUpTo(maxRating, defaultRating)
  return gifs.filter((found) => ratings.includes(found.rating)).slice(0, limit)
}
