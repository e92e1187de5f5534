import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../lib/log/log.ts'
import { ownerOfFolder, ownPrefix } from '../lib/disk/process-folders.ts'
import { makeFolder, removeFolder } from '../lib/disk/folders.ts'

const cleanEveryMs = 10 * 60_000

/** Removes the temporary folders that ended processes have left on this machine; no other machine can. */
export class WorkspaceCleaner {
  readonly #workspaces: readonly Workspaces[]
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #cleaning: Promise<void> | undefined

  constructor(workspaces: readonly Workspaces[], log: Log) {
    this.#workspaces = workspaces
    this.#log = log
  }

  /**
   * Cleans up now, before this process has made any folder, and every ten minutes. Rejects if the folders cannot be
   * read.
   */
  async start(): Promise<void> {
    await this.#clean('remove')
    this.#timer = setInterval(() => {
      this.#cleaning ??= this.#clean('keep')
        .catch((error: unknown) => this.#log.error({ err: error }, 'temporary folders could not be read'))
        .finally(() => {
          this.#cleaning = undefined
        })
    }, cleanEveryMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#cleaning
  }

  async #clean(mine: 'keep' | 'remove'): Promise<void> {
    for (const workspaces of this.#workspaces) await workspaces.removeAbandoned(mine, this.#log)
  }
}

/**
 * Temporary folders of one process. Their names identify the process, so that folders of a killed process can be
 * recognized and removed.
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
   * Removes the folders of processes that are gone; also `mine`, if this process has just started. Folders that cannot
   * be removed are logged and left.
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
