import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log/log.ts'
import type { CatalogueStore } from '../catalogue-store.ts'
import type { Gif } from '../gif.ts'
import { TrendingGifs, type TrendingList } from './trending-gifs.ts'
import { type Client, UseCounter, type UseKind } from './use-counter.ts'
import type { GifScope, UseStore } from './use-store.ts'

/** What is used and found most, as all surfaces ask for it. */
export interface Discovery {
  /**
   * Counts a use of a GIF by a person, once per GIF and day; returns at once and never throws. GIFs that are not
   * listed do not count. Not to be called for HEAD.
   */
  countUse(gif: Pick<Gif, 'id' | 'visibility' | 'hidden'>, kind: UseKind, client: Client): void
  /** Listed GIFs that trend, the best first; then, unless `onlyUsed`, those most used, and the newest. 200 at most. */
  trendingGifs(query: TrendingList & { limit: number }): Promise<Gif[]>
}

export type DiscoveryDeps = {
  catalogue: Pick<CatalogueStore, 'gifsByIds' | 'newest'>
  uses: UseStore
  clock: Clock
  log: Log
}

/** `start` begins to write counts from time to time; `stop` writes the last ones. */
export function createDiscovery(deps: DiscoveryDeps): Discovery & { start(): void; stop(): Promise<void> } {
  const { catalogue } = deps
  const counter = new UseCounter(deps)
  const trending = new TrendingGifs({ ...deps, mostUsed: newest })

  async function newest(scope: GifScope, limit: number): Promise<number[]> {
    return (await catalogue.newest(scope, { start: 0, limit })).ids
  }

  return {
    start: () => counter.start(),
    stop: () => counter.stop(),
    countUse: (gif, kind, client) => counter.count(gif, kind, client),
    trendingGifs: ({ limit, ...list }) => trending.find(list, limit),
  }
}
