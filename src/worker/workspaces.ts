import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../lib/log.ts'
import { removeFolder } from '../lib/remove-folder.ts'

/**
 * Temporary folders, each of one process. Their names begin with its number, so that those of a process that
 * was killed can be told and removed.
 */
export class Workspaces {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async make(): Promise<string> {
    await mkdir(this.#root, { recursive: true })
    return mkdtemp(join(this.#root, `${process.pid}-`))
  }

  async remove(folder: string): Promise<void> {
    await removeFolder(folder)
  }

  /**
   * Removes what processes that are gone have left; `mine` too, when this process has just started. What cannot be
   * removed is logged and left.
   */
  async removeAbandoned(mine: 'keep' | 'remove', log: Pick<Log, 'warn'>): Promise<void> {
    await mkdir(this.#root, { recursive: true })
    const abandoned = (await readdir(this.#root)).filter((name) => {
      const pid = Number.parseInt(name, 10)
      return pid === process.pid ? mine === 'remove' : !isAlive(pid)
    })
    for (const name of abandoned) {
      await removeFolder(join(this.#root, name)).catch((error: unknown) => {
        log.warn({ err: error, folder: name }, 'a folder of a process that is gone could not be removed')
      })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
