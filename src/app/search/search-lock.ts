import { join } from 'node:path'
import { takeLock } from '../../adapters/db/sqlite/folder-lock.ts'
import { SaveLock } from '../../adapters/search/save-lock.ts'
import type { Config } from '../../config/config.ts'

/** The lock of the server that saves the search index of a data folder. */
export function searchLock(config: Config): SaveLock {
  return new SaveLock(join(config.data.folder, 'tmp', 'search.lock'), takeLock)
}
