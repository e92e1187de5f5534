import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

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
    await rm(folder, { recursive: true, force: true })
  }

  /** Removes what processes that are gone have left; `mine` too, when this process has just started. */
  async removeAbandoned(mine: 'keep' | 'remove'): Promise<number> {
    await mkdir(this.#root, { recursive: true })
    const abandoned = (await readdir(this.#root)).filter((name) => {
      const pid = Number.parseInt(name, 10)
      return pid === process.pid ? mine === 'remove' : !isAlive(pid)
    })
    for (const name of abandoned) await rm(join(this.#root, name), { recursive: true, force: true })
    return abandoned.length
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
