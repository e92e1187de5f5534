import type { Completion } from '../../search/search-index.ts'
import type { GifPage } from '../catalogue-store.ts'
import type { Category } from '../category.ts'
import { type Gif, isNsfw, type Rating, ratingsUpTo } from '../gif.ts'
import { type Cover, Covers } from './covers.ts'
import { findRelatedTerms } from './related-terms.ts'
import { type SuggestedIds, Suggester } from './suggest.ts'
import { BlockedWords } from './trend-text.ts'
import { TrendingGifs, type TrendingList, type TrendingScope } from './trending-gifs.ts'
import { type Search, TrendingSearches } from './trending-searches.ts'
import { type Client, type CountedGif, UseCounter, type UseKind } from './use-counter.ts'
import type { DiscoveryDeps } from './discovery-deps.ts'
import { searchFilter } from '../search-filter.ts'
import type { IndexedCatalogue } from '../find-gifs.ts'

export type Suggestions = { completions: Completion[]; categories: Category[]; gifs: Gif[] }

/** Trends, suggestions and related GIFs, for all surfaces. */
export type Discovery = ReturnType<typeof createDiscovery>

/** The interval between writes; a crash loses the counts of one interval. */
const writeEveryMs = 3000

/**
 * Creates the trends, suggestions and related GIFs. `start` begins to write counts periodically; `stop` writes the last
 * ones. Methods that need the index throw AppError unavailable without one.
 */
export function createDiscovery(deps: DiscoveryDeps) {
  const { catalogue, index, changes, settings } = deps
  const blocked = new BlockedWords(settings.blockedWords)
  const counter = new UseCounter(deps)
  const trending = new TrendingGifs(deps, deps.trends)
  const covers = new Covers(deps)
  const searches = settings.trendingSearches ? new TrendingSearches(deps, blocked) : null
  const suggester = new Suggester(deps, blocked)
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
    start: (): void => {
      timer = setInterval(() => void write(), writeEveryMs).unref()
    },
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await write()
    },
    /**
     * Counts a use of a listed GIF by a person, once per GIF and day; returns at once and never throws. Do not call it
     * for HEAD requests.
     */
    countUse: (gif: CountedGif, kind: UseKind, client: Client): void => counter.count(gif, kind, client),
    /** Counts a search by a person, so that it may trend; returns at once and never throws. */
    noteSearch: (search: Search, client: Client): void => searches?.note(search, client),
    /** Returns the listed GIFs that trend, best first; then, unless `onlyUsed`, the most used ones and the newest. */
    trendingGifs: async ({ limit, ...list }: TrendingList & { limit: number }): Promise<Gif[]> => {
      await upToDate()
      return trending.find(list, limit)
    },
    /**
     * Returns the ids of a page of all listed GIFs in the same order, without duplicates to the end. `total` is exact.
     */
    trendingPage: async (scope: TrendingScope, page: GifPage): Promise<{ total: number; ids: number[] }> => {
      await upToDate()
      return trending.page(scope, page)
    },
    /** Returns searches that many people make, best first, at most 20; empty if the operator switched them off. */
    trendingSearches: async (limit: number): Promise<string[]> => {
      if (searches === null) return []
      await upToDate()
      return searches.list(limit)
    },
    /** Returns suggestions for a text that a person is typing; safe for work, and the same for everyone. */
    suggest: async (text: string, limit: number): Promise<Suggestions> => {
      const { gifIds, ...suggested } = await suggestIds(text, limit)
      const gifs = gifIds.length === 0 ? [] : await catalogue.listedByIds(gifIds)
      return { ...suggested, gifs: gifs.filter((gif) => !isNsfw(gif)) }
    },
    /** Returns the same suggestions with the ids of the GIFs. */
    suggestIds,
    /** Returns listed GIFs that are similar to this one, without it; see related-gifs.ts. */
    relatedGifs: async (gif: Gif, options: { maxRating: Rating; limit: number }): Promise<Gif[]> => {
      await upToDate()
      return relatedGifs(deps, gif, options)
    },
    /** Returns the first listed GIF rated up to `maxRating` for each text; texts that find nothing are left out. */
    coversOf: async (texts: readonly string[], maxRating: Rating): Promise<Cover[]> => {
      await upToDate()
      return covers.find(texts, maxRating)
    },
    /** Returns further searches after a text, best first; see related-terms.ts. */
    relatedTerms: async (text: string, limit: number): Promise<string[]> => {
      await upToDate()
      return findRelatedTerms(deps, blocked, text, limit)
    },
    /** Returns words close to those of a text that finds nothing. */
    closestWords: async (text: string, limit: number): Promise<string[]> => {
      await upToDate()
      return index.current().closestWords(text, limit)
    },
  }
}

/**
 * Returns listed GIFs similar to this one, without it, the most similar first; if there are too few, the newest of its
 * category follow. Throws AppError unavailable while there is no index.
 */
export async function relatedGifs(
  { index, catalogue }: IndexedCatalogue,
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
