import type { Category } from '../../catalogue/category.ts'
import { findGifs } from '../../catalogue/find-gifs.ts'
import type { Rating } from '../../catalogue/gif.ts'
import type { Search } from '../kit/page/links.ts'
import { unlessUnavailable } from '../kit/requests/site-errors.ts'
import type { Site } from '../site.ts'
import { type FrontPageData, isPlain } from './front-page-data.ts'

const pageSize = 24
const most = { trending: 12, trendingSearches: 8, closestWords: 5 }

type FrontPageDeps = Pick<Site, 'catalogue' | 'changes' | 'discovery' | 'index'>

/** What the front page shows for an address. Throws AppError unavailable for a search while there is no index. */
export async function loadFrontPage(deps: FrontPageDeps, search: Search): Promise<FrontPageData> {
  const { text, page, sort } = search
  const [categories, found] = await Promise.all([
    shownCategories(deps, search),
    findGifs(deps, {
      ...search,
      sort: sort ?? 'relevance',
      maxRating: maxRatingOf(search),
      start: (page - 1) * pageSize,
      limit: pageSize,
    }),
  ])
  const isFresh = found.total === 0 && (await isInstanceEmpty(deps))
  const isEmptySearch = text !== '' && found.total === 0
  const hasTrends = !isFresh && ((isPlain(search) && page === 1) || isEmptySearch)
  return {
    ...found,
    search,
    categories,
    isFresh,
    pageSize,
    ...(hasTrends ? await loadTrends(deps, search, isEmptySearch) : { trending: [], trendingSearches: [] }),
    closestWords: isEmptySearch ? await deps.discovery.closestWords(text, most.closestWords) : [],
  }
}

/** The mildest rating that leaves out what nobody asked for. */
export function maxRatingOf({ includeNsfw }: Pick<Search, 'includeNsfw'>): Rating {
  return includeNsfw ? 'r' : 'pg-13'
}

/** A page that found nothing offers GIFs in any case: the most used and the newest where nothing trends yet. */
async function loadTrends({ discovery }: FrontPageDeps, search: Search, isEmptySearch: boolean) {
  const scope = { categoryId: null, maxRating: maxRatingOf(search) }
  const [trending, trendingSearches] = await Promise.all([
    discovery.trendingGifs({ ...scope, onlyUsed: !isEmptySearch, limit: most.trending }),
    unlessUnavailable(discovery.trendingSearches(most.trendingSearches), []),
  ])
  return { trending, trendingSearches }
}

/** The categories with GIFs to show, and the chosen one in any case. */
async function shownCategories({ catalogue }: FrontPageDeps, search: Search): Promise<Category[]> {
  const filled = await catalogue.filledCategories(maxRatingOf(search))
  const { categoryCode } = search
  if (categoryCode === null || filled.some(({ code }) => code === categoryCode)) return filled
  const all = await catalogue.listCategories()
  return all.filter(({ id, code }) => code === categoryCode || filled.some((one) => one.id === id))
}

async function isInstanceEmpty({ catalogue }: FrontPageDeps): Promise<boolean> {
  const all = { categoryId: null, maxRating: 'r' as const }
  return (await catalogue.newest(all, { start: 0, limit: 1 })).total === 0
}
