import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../lib/log/log.ts'
import { ownerOfFolder, ownPrefix } from '../lib/disk/process-folders.ts'
import { makeFolder, removeFolder } from '../lib/disk/folders.ts'

/**
 * Temporary folders, each of one process. Their names say which, so that those of a process that was killed can be told
 * and removed.
 */
export class Workspaces {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async make(): Promise<string> {
    await makeFolder(this.#root)
    return mkdtemp(join(this.#root, ownPrefix))
  }

  async remove(folder: string): Promise<void> {
    await removeFolder(folder)
  }

  /**
   * Removes what processes that are gone have left; `mine` too, when this process has just started. What cannot be
   * removed is logged and left.
   */
  async removeAbandoned(mine: 'keep' | 'remove', log: Log): Promise<void> {
    await makeFolder(this.#root)
    const abandoned = (await readdir(this.#root)).filter((name) => {
      const owner = ownerOfFolder(name)
      return owner === 'this' ? mine === 'remove' : owner === 'gone'
    })
    for (const name of abandoned) {
      await removeFolder(join(this.#root, name)).catch((error: unknown) => {
        log.warn({ err: error, folder: name }, 'a folder of a process that is gone could not be removed')
      })
    }
  }
}
