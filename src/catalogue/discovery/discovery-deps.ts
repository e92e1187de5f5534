import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log/log.ts'
import type { IndexedCatalogue } from '../find-gifs.ts'
import type { TrendStore } from './trend-store.ts'

export type DiscoverySettings = {
  trendingSearches: boolean
  minTrendingViewers: number
  blockedWords: readonly string[]
}

/** The stores and settings of trends and suggestions. */
export type DiscoveryDeps = IndexedCatalogue & {
  trends: TrendStore
  settings: DiscoverySettings
  /** Called for each GIF whose uses were written. */
  onUse?: (gifId: number) => void
  clock: Clock
  log: Log
}
