import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { SaveLock } from '../../adapters/search/keeper-deps.ts'
import { takeLock } from '../../adapters/db/sqlite/folder-lock.ts'
import type { Config } from '../../config/config.ts'

/**
 * Which of the servers on one data folder saves the search index there: the one that has the lock. It is not in the
 * folder of the index, which may be deleted at any time, and cannot be taken where the disk of the data is gone.
 */
export function searchLock(config: Config): SaveLock {
  const file = join(config.data.folder, 'tmp', 'search.lock')
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino
  let held: { release: () => void; inode: number | undefined } | undefined
  const release = () => {
    held?.release()
    held = undefined
  }
  return {
    tryTake() {
      if (held !== undefined && held.inode === inode()) return true
      release()
      const taken = takeLock(file)
      if (taken === undefined) return false
      held = { release: taken, inode: inode() }
      return true
    },
    release,
  }
}
