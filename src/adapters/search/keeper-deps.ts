import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import type { ChangeLog, Position } from '../../catalogue/change-log.ts'
import type { SearchObserver } from '../../catalogue/search-observer.ts'
import type { SearchSource } from '../../catalogue/search-source.ts'
import type { Log } from '../../lib/log/log.ts'
import type { IndexStatus } from '../../search/live-index.ts'
import type { SynonymGroup } from '../../search/text/synonyms.ts'
import type { IndexImage } from '../../search/upkeep/index-image.ts'
import type { WordBudgetOptions } from '../../search/upkeep/word-budget.ts'

/** Builds an index of the whole catalogue in a thread of its own. */
export interface IndexBuilder {
  /** Rejects when it fails, or is closed. */
  build(onProgress: (done: number, of: number) => void): Promise<{ index: IndexImage; position: Position }>
  close(): Promise<void>
}

/** Where indexes of other machines can be had. */
export interface SnapshotSource {
  start(): void
  /** Puts an index of another machine into the folder. Gives why there is none that can be used; null: it did. */
  fetch(): Promise<string | null>
  stop(): Promise<void>
}

/** Lets one process at a time save the index of a data folder. */
export interface SaveLock {
  /** Whether this process has the lock, which it takes if no other one has it. Throws the system's error. */
  tryTake(): boolean
  release(): void
}

export type IndexKeeperDeps = {
  /** Where the index is saved. */
  folder: string
  saveLock: SaveLock
  source: SearchSource
  changeLog: ChangeLog
  changes: ChangeFeed
  builder: IndexBuilder
  /** Null on an instance of one machine. */
  snapshots?: SnapshotSource | null
  /** The operator's. */
  synonyms: readonly SynonymGroup[]
  /** How many new words one contributor may add. Without it, any number. */
  newWords?: WordBudgetOptions | undefined
  log: Log
  observer: SearchObserver
  /** Catalogues of up to so many documents are indexed in this thread, and not saved: reading them is as fast. */
  maxSmallCatalogue?: number
}

export type KeeperStatus = {
  state: 'stopped' | 'building' | 'ready'
  /** Of a build that is under way. */
  progress: { done: number; of: number } | null
  /** Where in the change log the index is. */
  position: Position | null
  /** Null while there is none. */
  index: IndexStatus | null
}
