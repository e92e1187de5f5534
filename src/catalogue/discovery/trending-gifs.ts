import { LRUCache } from 'lru-cache'
import { AppError } from '../../lib/app-error.ts'
import { hasShape } from '../../search/part/forward-index.ts'
import type { SearchFilter } from '../../search/search-index.ts'
import type { GifPage } from '../catalogue-store.ts'
import { type Gif, ratingsUpTo } from '../gif.ts'
import { searchFilter } from '../search-filter.ts'
import type { GifScope, TrendStore } from './trend-store.ts'
import type { IndexedCatalogue } from '../find-gifs.ts'

/** The maximum GIFs kept in a list of trending ones. */
const maxTrending = 200

/** The maximum number of lists kept, by category and rating. */
const maxLists = 500

/** The maximum age of a list while the catalogue does not change. */
const maxAgeMs = 3000

export type TrendingScope = GifScope & Partial<Pick<SearchFilter, 'hasAlpha' | 'shape'>>

export type TrendingList = GifScope & {
  /** Leaves out GIFs that do not trend. */
  onlyUsed?: boolean
}

/** The listed GIFs that trend; then all others, the most used first, then the newest. */
export class TrendingGifs {
  readonly #deps: IndexedCatalogue
  readonly #trends: TrendStore
  readonly #lists: LRUCache<string, number[], TrendingScope>

  constructor(deps: IndexedCatalogue, trends: TrendStore) {
    this.#deps = deps
    this.#trends = trends
    this.#lists = new LRUCache({
      max: maxLists,
      ttl: maxAgeMs,
      fetchMethod: (_key, _old, { context: scope }) => this.#read(scope),
    })
  }

  async find({ onlyUsed = false, ...scope }: TrendingList, limit: number): Promise<Gif[]> {
    const ids = onlyUsed
      ? (await this.#trending(scope)).slice(0, limit)
      : (await this.page(scope, { start: 0, limit })).ids
    const gifs = await this.#deps.catalogue.listedByIds(ids)
    return gifs.filter((gif) => this.#isInScope(gif, scope))
  }

  /**
   * Returns the ids of a page of all GIFs in the scope; `total` is exact. While there is no index, the newest come
   * first; throws AppError unavailable for a scope that needs the index.
   */
  async page(scope: TrendingScope, { start, limit }: GifPage): Promise<{ total: number; ids: number[] }> {
    const { catalogue, index } = this.#deps
    const trending = await this.#trending(scope)
    const first = trending.slice(start, start + limit)
    try {
      const { total, ids } = await index.current().search({
        text: '',
        filter: searchFilter({ defaultRating: catalogue.defaultRating, ...scope }),
        exactOnly: false,
        sort: 'popular',
        start: Math.max(0, start - trending.length),
        limit: limit - first.length,
        exclude: new Set(trending),
      })
      return { total, ids: [...first, ...ids] }
    } catch (error) {
      const isBuilding = error instanceof AppError && error.code === 'unavailable'
      const isOfIndex = (scope.hasAlpha ?? null) !== null || (scope.shape ?? null) !== null
      if (!isBuilding || isOfIndex) throw error
      return catalogue.newest(scope, { start, limit })
    }
  }

  /** Returns the ids of trending GIFs, best first. */
  async #trending(scope: TrendingScope): Promise<readonly number[]> {
    const { categoryId, maxRating, hasAlpha = null, shape = null } = scope
    const { epoch, version } = this.#deps.changes.position ?? {}
    const key = [categoryId, maxRating, hasAlpha, shape, epoch, version].join(' ')
    return (await this.#lists.fetch(key, { context: scope })) ?? []
  }

  async #read(scope: TrendingScope): Promise<number[]> {
    const { catalogue } = this.#deps
    const ids = await this.#trends.trendingGifs(scope, maxTrending)
    const { hasAlpha = null, shape = null } = scope
    if (hasAlpha === null && shape === null) return ids
    const gifs = await catalogue.listedByIds(ids)
    return gifs
      .filter((gif) => (hasAlpha === null || (gif.hasAlpha === true) === hasAlpha) && hasShape(gif, shape))
      .map(({ id }) => id)
  }

  /** Returns true if the GIF is still in the scope: another process may have changed it since the list was made. */
  #isInScope(gif: Gif, { categoryId, maxRating }: GifScope): boolean {
    const isInCategory = categoryId === null || gif.category.id === categoryId
    const ratings = ratingsUpTo(maxRating, this.#deps.catalogue.defaultRating)
    return isInCategory && ratings.includes(gif.rating)
  }
}
