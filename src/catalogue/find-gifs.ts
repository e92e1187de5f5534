import type { Match, SearchFilter, SearchSort } from '../search/search-index.ts'
import type { CurrentIndex } from '../search/live-index.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Gif, Rating } from './gif.ts'
import { searchFilter } from './search-filter.ts'
import { AppError } from '../lib/app-error.ts'

export type GifQuery = {
  /** The text that a person typed; empty: every GIF of the filter. */
  text: string
  /** A category's code; null for all. An unknown one finds nothing. */
  categoryCode: string | null
  maxRating: Rating
  start: number
  limit: number
  /** Finds only what matches exactly; see Match. */
  exactOnly?: boolean
  /** The order; default: by relevance if there is a text, otherwise newest first. */
  sort?: SearchSort
  /** True for GIFs with a transparent pixel in any frame; null or omitted: all. */
  hasAlpha?: boolean | null
  shape?: SearchFilter['shape']
}

export type FoundIds = {
  match: Match
  /** Exact, and the same for every page. */
  total: number
  ids: number[]
  /** The text with corrected spelling; null if no word was corrected. */
  corrected: string | null
}

/** The catalogue with its search index, and the feed of changes for the index. */
export type IndexedCatalogue = {
  catalogue: CatalogueStore
  index: CurrentIndex
  changes: ChangeFeed
}

/**
 * Searches the currently listed GIFs, and returns the ids of a page. Throws AppError unavailable while the index cannot
 * be used; a list without text, by age, does not need it.
 */
export async function findGifIds(deps: IndexedCatalogue, query: GifQuery): Promise<FoundIds> {
  const { catalogue, index, changes } = deps
  const pending = changes.current()
  if (pending !== null) await pending
  const { categoryCode, maxRating, start, limit, hasAlpha = null, shape = null } = query
  const category = categoryCode === null ? null : await catalogue.categoryByCode(categoryCode)
  if (category === undefined) return { match: 'exact', total: 0, ids: [], corrected: null }
  const text = query.text.trim()
  const sort = query.sort ?? 'relevance'
  const categoryId = category?.id ?? null
  if (text === '' && sort !== 'popular' && hasAlpha === null && shape === null) {
    const { total, ids } = await catalogue.newest({ categoryId, maxRating }, { start, limit })
    return { match: 'exact', total, ids, corrected: null }
  }
  return index.current().search({
    text,
    filter: searchFilter({
      maxRating,
      defaultRating: catalogue.defaultRating,
      categoryId,
      hasAlpha,
      shape,
    }),
    exactOnly: query.exactOnly ?? false,
    sort: text === '' && sort === 'relevance' ? 'newest' : sort,
    start,
    limit,
  })
}

/** Same as `findGifIds`, but returns the GIFs that are still listed when they are read. */
export async function findGifs(
  deps: IndexedCatalogue,
  query: GifQuery,
): Promise<Omit<FoundIds, 'ids'> & { gifs: Gif[] }> {
  const { ids, ...found } = await findGifIds(deps, query)
  return { ...found, gifs: await deps.catalogue.listedByIds(ids) }
}

/**
 * Returns a random listed GIF; each GIF of the category (or of all) is equally likely. Throws AppError not_found if no
 * GIF qualifies.
 */
export async function pickRandom(
  store: CatalogueStore,
  filter: { categoryId: number | null; maxRating: Rating },
): Promise<Gif> {
  const gif = await store.random(filter)
  if (gif === undefined) throw new AppError('not_found', { detail: 'noGifToChoose' })
  return gif
}
