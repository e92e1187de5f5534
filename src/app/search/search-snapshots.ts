import { join } from 'node:path'
import { IndexSnapshots } from '../../adapters/search/index-snapshots.ts'
import type { Config } from '../../config/config.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log/log.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { searchFolder } from '../data-folder.ts'
import type { Stores } from '../stores.ts'

export type SearchSnapshotsDeps = {
  stores: Stores
  mediaStore: MediaStore
  clock: Clock
  log: Log
}

/** Snapshots of the search index where several machines share the catalogue; null with SQLite, whose folder has the index. */
export function searchSnapshots(
  config: Config,
  { stores, mediaStore, clock, log }: SearchSnapshotsDeps,
): IndexSnapshots | null {
  if (config.database === null) return null
  const { changeLog, elections, secret } = stores
  const folder = searchFolder(config)
  const temporary = join(config.data.folder, 'tmp')
  return new IndexSnapshots({ mediaStore, folder, temporary, changeLog, elections, secret, clock, log })
}
