import type { Log } from '../lib/log/log.ts'
import type { Workspaces } from './workspaces.ts'

const cleanEveryMs = 10 * 60_000

/** Removes the temporary folders that ended processes have left on this machine, which no other one can. */
export class WorkspaceCleaner {
  readonly #workspaces: readonly Workspaces[]
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #cleaning: Promise<void> | undefined

  constructor(workspaces: readonly Workspaces[], log: Log) {
    this.#workspaces = workspaces
    this.#log = log
  }

  /** Cleans up now, this process having made none yet, and every ten minutes. Rejects where the folders cannot be read. */
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
