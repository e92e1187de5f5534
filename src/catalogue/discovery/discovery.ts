import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log/log.ts'
import type { Completion } from '../../search/search-index.ts'
import type { CurrentIndex } from '../../search/live-index.ts'
import type { CatalogueStore, GifPage } from '../catalogue-store.ts'
import type { Category } from '../category.ts'
import type { ChangeFeed } from '../change-feed.ts'
import { type Gif, isNsfw, type Rating, ratingsUpTo } from '../gif.ts'
import { type Cover, Covers } from './covers.ts'
import { findRelatedTerms } from './related-terms.ts'
import { type SuggestedIds, Suggester } from './suggest.ts'
import { BlockedWords } from './trend-text.ts'
import { TrendingGifs, type TrendingList, type TrendingScope } from './trending-gifs.ts'
import { type Search, type SearchTrendStore, TrendingSearches } from './trending-searches.ts'
import { type Client, UseCounter, type UseKind } from './use-counter.ts'
import type { UseStore } from './use-store.ts'
import { searchFilter } from '../search-filter.ts'

/** What is used and searched for most, and what is near to it, as all surfaces ask for it. */
export interface Discovery {
  /**
   * Counts a use of a GIF by a person, once per GIF and day; returns at once and never throws. GIFs that are not
   * listed do not count. Not to be called for HEAD.
   */
  countUse(gif: Pick<Gif, 'id' | 'visibility' | 'hidden'>, kind: UseKind, client: Client): void
  /** Counts a search that a person made, so that it may trend; returns at once and never throws. */
  noteSearch(search: Search, client: Client): void
  /** Listed GIFs that trend, the best first; then, unless `onlyUsed`, those most used, and the newest. */
  trendingGifs(query: TrendingList & { limit: number }): Promise<Gif[]>
  /** The ids of a page of all listed GIFs in the same order, without doubles to the end. `total` is exact. */
  trendingPage(scope: TrendingScope, page: GifPage): Promise<{ total: number; ids: number[] }>
  /** Searches that many people make, the best first, 20 at most; none where the operator switched them off. */
  trendingSearches(limit: number): Promise<string[]>
  /** What a person may want who has typed so much; safe for work, and the same for everybody. */
  suggest(text: string, limit: number): Promise<Suggestions>
  /** The same with the ids of the GIFs. */
  suggestIds(text: string, limit: number): Promise<SuggestedIds>
  /** Listed GIFs like this one, without it; see related-gifs.ts. */
  relatedGifs(gif: Gif, options: { maxRating: Rating; limit: number }): Promise<Gif[]>
  /** The first listed GIF rated up to `maxRating` that each text finds; texts that find nothing are left out. */
  coversOf(texts: readonly string[], maxRating: Rating): Promise<Cover[]>
  /** What else to search for after a text, the best first; see related-terms.ts. */
  relatedTerms(text: string, limit: number): Promise<string[]>
  /** Words near to those of a text that finds nothing. */
  closestWords(text: string, limit: number): Promise<string[]>
}

export type Suggestions = { completions: Completion[]; categories: Category[]; gifs: Gif[] }

export type DiscoverySettings = {
  trendingSearches: boolean
  minTrendingViewers: number
  blockedWords: readonly string[]
}

export type DiscoveryDeps = {
  catalogue: Pick<CatalogueStore, 'defaultRating' | 'listedByIds' | 'newest' | 'filledCategories'>
  uses: UseStore
  searchTrends: SearchTrendStore
  index: CurrentIndex
  changes: Pick<ChangeFeed, 'current' | 'position'>
  settings: DiscoverySettings
  /** Called for each GIF whose uses were written. */
  onUse?: (gifId: number) => void
  clock: Clock
  log: Log
}

/** A crash loses the counts of as long. */
const writeEveryMs = 3000

/**
 * `start` begins to write counts from time to time; `stop` writes the last ones. What needs the index throws AppError
 * unavailable while there is none.
 */
export function createDiscovery(deps: DiscoveryDeps): Discovery & { start(): void; stop(): Promise<void> } {
  const { catalogue, index, changes, settings } = deps
  const blocked = new BlockedWords(settings.blockedWords)
  const counter = new UseCounter(deps)
  const trending = new TrendingGifs({ uses: deps.uses, catalogue, index, changes })
  const covers = new Covers({ index, catalogue, changes })
  const searches = settings.trendingSearches
    ? new TrendingSearches({ ...deps, blocked, minViewers: settings.minTrendingViewers })
    : null
  const suggester = new Suggester({ index, catalogue, changes, blocked })
  let timer: NodeJS.Timeout | undefined

  /** Resolves once the index knows of every change. */
  async function upToDate(): Promise<void> {
    const pending = changes.current()
    if (pending !== null) await pending
  }

  async function write(): Promise<void> {
    await counter.write()
    await searches?.write()
  }

  async function suggestIds(text: string, limit: number): Promise<SuggestedIds> {
    await upToDate()
    return suggester.suggest(text, limit)
  }

  return {
    start: () => {
      timer = setInterval(() => void write(), writeEveryMs).unref()
    },
    stop: async () => {
      clearInterval(timer)
      await write()
    },
    countUse: (gif, kind, client) => counter.count(gif, kind, client),
    noteSearch: (search, client) => searches?.note(search, client),
    trendingGifs: async ({ limit, ...list }) => {
      await upToDate()
      return trending.find(list, limit)
    },
    trendingPage: async (scope, page) => {
      await upToDate()
      return trending.page(scope, page)
    },
    trendingSearches: async (limit) => {
      if (searches === null) return []
      await upToDate()
      return searches.list(limit)
    },
    suggest: async (text, limit) => {
      const { gifIds, ...suggested } = await suggestIds(text, limit)
      const gifs = gifIds.length === 0 ? [] : await catalogue.listedByIds(gifIds)
      return { ...suggested, gifs: gifs.filter((gif) => !isNsfw(gif)) }
    },
    suggestIds,
    relatedGifs: async (gif, options) => {
      await upToDate()
      return relatedGifs({ index, catalogue }, gif, options)
    },
    coversOf: async (texts, maxRating) => {
      await upToDate()
      return covers.find(texts, maxRating)
    },
    relatedTerms: async (text, limit) => {
      await upToDate()
      return findRelatedTerms({ index, catalogue, blocked }, text, limit)
    },
    closestWords: async (text, limit) => {
      await upToDate()
      return index.current().closestWords(text, limit)
    },
  }
}

type RelatedDeps = {
  index: CurrentIndex
  catalogue: Pick<CatalogueStore, 'defaultRating' | 'listedByIds' | 'newest'>
}

/**
 * Listed GIFs like this one, without it, the most alike first; where they are too few, the newest of its category
 * follow. Throws AppError unavailable while there is no index.
 */
export async function relatedGifs(
  { index, catalogue }: RelatedDeps,
  gif: Gif,
  { maxRating, limit }: { maxRating: Rating; limit: number },
): Promise<Gif[]> {
  const { defaultRating } = catalogue
  const alike = index.current().related(gif.id, searchFilter({ maxRating, defaultRating }), limit)
  const isEnough = alike.length >= limit
  const scope = { categoryId: gif.category.id, maxRating }
  const newest = isEnough ? [] : (await catalogue.newest(scope, { start: 0, limit: limit + 1 })).ids
  const others = new Set([...alike, ...newest].filter((id) => id !== gif.id))
  const gifs = await catalogue.listedByIds([...others])
  const ratings = ratingsUpTo(maxRating, defaultRating)
  return gifs.filter((found) => ratings.includes(found.rating)).slice(0, limit)
}
