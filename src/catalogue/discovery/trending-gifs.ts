import { LRUCache } from 'lru-cache'
import type { CatalogueStore } from '../catalogue-store.ts'
import { type Gif, isListed, ratingsUpTo } from '../gif.ts'
import type { GifScope, UseStore } from './use-store.ts'

/** The GIFs that are kept of each list: as many can be asked for. */
const maxTrending = 200

/** The lists of categories and ratings that are kept. */
const maxLists = 500

/** How old a list may be. What its GIFs are now, and who may see them, is read for every answer. */
const maxAgeMs = 3000

export type TrendingList = GifScope & {
  /** Leaves out GIFs that nobody has used. */
  onlyUsed?: boolean
}

export type TrendingDeps = {
  uses: Pick<UseStore, 'trending'>
  catalogue: Pick<CatalogueStore, 'defaultRating' | 'gifsByIds'>
  /** Ids of listed GIFs, the most used first, then the newest. */
  mostUsed: (scope: GifScope, limit: number) => Promise<number[]>
}

/** The listed GIFs that trend; where they are too few, those most used and the newest follow. */
export class TrendingGifs {
  readonly #catalogue: TrendingDeps['catalogue']
  readonly #lists: LRUCache<string, number[], TrendingList>

  constructor({ uses, catalogue, mostUsed }: TrendingDeps) {
    this.#catalogue = catalogue
    this.#lists = new LRUCache({
      max: maxLists,
      ttl: maxAgeMs,
      fetchMethod: async (_key, _old, { context: list }) => {
        const trending = await uses.trending(list, maxTrending)
        if (list.onlyUsed === true || trending.length >= maxTrending) return trending
        return [...new Set([...trending, ...(await mostUsed(list, maxTrending))])].slice(0, maxTrending)
      },
    })
  }

  async find(list: TrendingList, limit: number): Promise<Gif[]> {
    const { categoryId, maxRating, onlyUsed = false } = list
    const key = [categoryId, maxRating, onlyUsed].join(' ')
    const ids = (await this.#lists.fetch(key, { context: list })) ?? []
    const found: Gif[] = []
    for (let at = 0; at < ids.length && found.length < limit; at += limit) {
      const gifs = await this.#catalogue.gifsByIds(ids.slice(at, at + limit))
      found.push(...gifs.filter((gif) => this.#isInList(gif, list)))
    }
    return found.slice(0, limit)
  }

  /** It may have been changed since the list was made. */
  #isInList(gif: Gif, { categoryId, maxRating }: TrendingList): boolean {
    const isInCategory = categoryId === null || gif.category.id === categoryId
    const ratings = ratingsUpTo(maxRating, this.#catalogue.defaultRating)
    return isListed(gif) && isInCategory && ratings.includes(gif.rating)
  }
}
