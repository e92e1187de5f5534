import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import type { ChangeLog, Position } from '../../catalogue/change-log.ts'
import type { SearchObserver, SearchSource } from '../../catalogue/search-source.ts'
import type { Log } from '../../lib/log/log.ts'
import type { IndexStatus } from '../../search/live-index.ts'
import type { SynonymGroup } from '../../search/text/synonyms.ts'
import type { WordBudgetOptions } from '../../search/upkeep/word-budget.ts'
import type { IndexBuilder } from './index-builder.ts'
import type { IndexSnapshots } from './index-snapshots.ts'
import type { SaveLock } from './save-lock.ts'

export type IndexKeeperDeps = {
  /** The folder where the index is saved. */
  folder: string
  saveLock: SaveLock
  source: SearchSource
  changeLog: ChangeLog
  changes: ChangeFeed
  builder: IndexBuilder
  /** Null on a single-machine instance. */
  snapshots?: IndexSnapshots | null
  /** The operator's synonyms. */
  synonyms: readonly SynonymGroup[]
  /** The limit of new words of one contributor; unlimited if left out. */
  newWords?: WordBudgetOptions | undefined
  log: Log
  observer: SearchObserver
  /** Catalogues of up to this many documents are indexed in this thread and not saved: reading them is as fast. */
  maxSmallCatalogue?: number
}

export type KeeperStatus = {
  state: 'stopped' | 'building' | 'ready'
  /** The progress of a running build. */
  progress: { done: number; of: number } | null
  /** The position of the index in the change log. */
  position: Position | null
  /** Null if there is no index. */
  index: IndexStatus | null
}
