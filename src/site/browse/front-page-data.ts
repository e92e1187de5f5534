import type { Category } from '../../catalogue/category.ts'
import { findGifs, type FoundIds } from '../../catalogue/find-gifs.ts'
import type { Gif, Rating } from '../../catalogue/gif.ts'
import type { Search } from '../kit/page/links.ts'
import { unlessUnavailable } from '../kit/requests/site-errors.ts'
import type { Site } from '../site.ts'

/** The content of the front page. */
export type FrontPageData = Omit<FoundIds, 'ids'> & {
  search: Search
  /** The categories to choose from. The chosen one is missing if it does not exist. */
  categories: Category[]
  /** True if the instance has no public GIF yet. */
  isFresh: boolean
  pageSize: number
  gifs: Gif[]
  /** The most used GIFs right now; loaded for the first page without a search, and if a search finds nothing. */
  trending: Gif[]
  /** The most frequent searches right now; loaded like `trending`. */
  trendingSearches: string[]
  /** Similar words that find something, if the search finds nothing. */
  closestWords: string[]
}

const pageSize = 24
const most = { trending: 12, trendingSearches: 8, closestWords: 5 }

/** Loads the content of the front page. Throws AppError unavailable for a search before the index is ready. */
export async function loadFrontPage(deps: Site, search: Search): Promise<FrontPageData> {
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

/** The highest rating to show: without an explicit request, NSFW GIFs are left out. */
export function maxRatingOf({ includeNsfw }: Pick<Search, 'includeNsfw'>): Rating {
  return includeNsfw ? 'r' : 'pg-13'
}

/** Loads the trends. A search without results always offers GIFs: the most used and the newest if nothing is trending yet. */
async function loadTrends({ discovery }: Site, search: Search, isEmptySearch: boolean) {
  const scope = { categoryId: null, maxRating: maxRatingOf(search) }
  const [trending, trendingSearches] = await Promise.all([
    discovery.trendingGifs({ ...scope, onlyUsed: !isEmptySearch, limit: most.trending }),
    unlessUnavailable(discovery.trendingSearches(most.trendingSearches), []),
  ])
  return { trending, trendingSearches }
}

/** The categories with visible GIFs, and always the chosen one. */
async function shownCategories({ catalogue }: Site, search: Search): Promise<Category[]> {
  const filled = await catalogue.filledCategories(maxRatingOf(search))
  const { categoryCode } = search
  if (categoryCode === null || filled.some(({ code }) => code === categoryCode)) return filled
  const all = await catalogue.listCategories()
  return all.filter(({ id, code }) => code === categoryCode || filled.some((one) => one.id === id))
}

async function isInstanceEmpty({ catalogue }: Site): Promise<boolean> {
  const all = { categoryId: null, maxRating: 'r' as const }
  return (await catalogue.newest(all, { start: 0, limit: 1 })).total === 0
}

/** Returns true if the address names a category or a page that does not exist. */
export function isMissing(data: FrontPageData): boolean {
  const { search, total, gifs } = data
  return isUnknown(data) || (total > 0 && gifs.length === 0 && search.page > 1)
}

/** Returns true without a search, category or order: the page shows trending GIFs, then the newest. */
export function isPlain({ text, categoryCode, sort }: Search): boolean {
  return text === '' && categoryCode === null && sort === null
}

/** Returns true if the address names a category that does not exist. */
export function isUnknown({ search, categories }: FrontPageData): boolean {
  return search.categoryCode !== null && !categories.some(({ code }) => code === search.categoryCode)
}
