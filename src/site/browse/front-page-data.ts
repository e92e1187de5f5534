import type { Category } from '../../catalogue/category.ts'
import type { FoundIds } from '../../catalogue/find-gifs.ts'
import type { Gif } from '../../catalogue/gif.ts'
import type { Search } from '../kit/page/links.ts'

/** What the front page shows. */
export type FrontPageData = Omit<FoundIds, 'ids'> & {
  search: Search
  /** Those to choose from; without the chosen one there is no such category. */
  categories: Category[]
  /** Whether the instance has no public GIF at all. */
  isFresh: boolean
  pageSize: number
  gifs: Gif[]
  /** The GIFs that are used most now; loaded for the first page of everything, and where a search finds nothing. */
  trending: Gif[]
  /** What is searched for most now; loaded as `trending`. */
  trendingSearches: string[]
  /** Words that find something, near to those that find nothing. */
  closestWords: string[]
}

/** Whether the address names a category or a page that does not exist. */
export function isMissing(data: FrontPageData): boolean {
  const { search, total, gifs } = data
  return isUnknown(data) || (total > 0 && gifs.length === 0 && search.page > 1)
}

/** Whether the address names nothing to look for: what is trending, then the newest GIFs. */
export function isPlain({ text, categoryCode, sort }: Search): boolean {
  return text === '' && categoryCode === null && sort === null
}

/** Whether the address names a category that does not exist. */
export function isUnknown({ search, categories }: FrontPageData): boolean {
  return search.categoryCode !== null && !categories.some(({ code }) => code === search.categoryCode)
}
