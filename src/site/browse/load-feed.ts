import type { Category } from '../../catalogue/category.ts'
import { findGifs } from '../../catalogue/find-gifs.ts'
import type { Gif } from '../../catalogue/gif.ts'
import type { Search } from '../kit/page/links.ts'
import { noPage } from '../kit/requests/site-errors.ts'
import type { Site } from '../site.ts'
import { maxRatingOf } from './front-page-data.ts'

/** The number of entries that feed readers show per update. */
const feedLength = 50

/** The newest GIFs that match the search of an address. */
export type FeedData = { search: Search; category: Category | null; gifs: Gif[] }

/** Loads a feed. Throws AppError not_found for an unknown category, and unavailable before the search index is ready. */
export async function loadFeed(deps: Site, search: Search): Promise<FeedData> {
  const { categoryCode } = search
  const category = categoryCode === null ? null : await deps.catalogue.categoryByCode(categoryCode)
  if (category === undefined) throw noPage()
  const { gifs } = await findGifs(deps, {
    ...search,
    sort: 'newest',
    maxRating: maxRatingOf(search),
    start: 0,
    limit: feedLength,
  })
  return { search, category, gifs }
}
