import { IndexKeeper } from '../../adapters/search/index-keeper.ts'
import type { IndexBuilder } from '../../adapters/search/index-builder.ts'
import type { Config } from '../../config/config.ts'
import { restrictAccess } from '../../lib/disk/folders.ts'
import { databaseFile, searchFolder } from '../data-folder.ts'
import { readSynonyms, searchBuilder } from './search-builder.ts'
import { readSearchState, searchLock, writeSearchStatus } from './search-status.ts'
import type { SharedParts } from '../shared-parts.ts'
import { join } from 'node:path'
import { IndexSnapshots } from '../../adapters/search/index-snapshots.ts'

export type Search = Awaited<ReturnType<typeof createSearch>>

/** The search index of this machine; `builder` replaces the default builder. */
export async function createSearch(config: Config, parts: SharedParts, builder?: IndexBuilder) {
  const { stores, clock, log, tracing } = parts
  const folder = searchFolder(config)
  const { newWordsPerDay: perDay } = config.search
  // It contains the words of private GIFs.
  await restrictAccess({ folders: [folder], files: [] })
  const index = new IndexKeeper({
    folder,
    saveLock: searchLock(config),
    source: stores.searchSource,
    changeLog: stores.changeLog,
    changes: stores.changes,
    builder: builder ?? searchBuilder(config.database ?? { file: databaseFile(config) }),
    snapshots: searchSnapshots(config, parts),
    synonyms: await readSynonyms(config.search.synonymsFile),
    newWords: perDay === null ? undefined : { perDay, now: () => clock.now() },
    log,
    observer: tracing.search,
  })
  let endStatus: (() => void) | undefined
  return {
    index,
    state: () => readSearchState(config, index, stores),
    async start(): Promise<void> {
      await index.start()
      endStatus = writeSearchStatus(config, index)
    },
    async stop(): Promise<void> {
      endStatus?.()
      await index.stop()
    },
  }
}

/**
 * Snapshots of the search index where several machines share the catalogue; null with SQLite, whose folder has the
 * index.
 */
function searchSnapshots(
  config: Config,
  { stores, mediaStore, clock, log }: SharedParts,
): IndexSnapshots | null {
  if (config.database === null) return null
  const { changeLog, elections, secret } = stores
  const folder = searchFolder(config)
  const temporary = join(config.data.folder, 'tmp')
  return new IndexSnapshots({ mediaStore, folder, temporary, changeLog, elections, secret, clock, log })
}
