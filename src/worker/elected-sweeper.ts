import { setTimeout as pause } from 'node:timers/promises'
import type { Elections } from '../cluster/elections.ts'
import type { Log } from '../lib/log/log.ts'
import type { Sweeper } from './sweeper.ts'

const sweepEveryMs = 10 * 60_000

/** The interval at which processes try to take over from a sweeping process that is gone. */
const standEveryMs = 30_000

/**
 * Has one process of the instance at a time sweep: the elected one, as long as it runs and is connected. It sweeps at
 * once and then every ten minutes.
 */
export class ElectedSweeper {
  readonly #sweeper: Sweeper
  readonly #elections: Elections
  readonly #log: Log
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #standing: Promise<void> | undefined

  constructor(sweeper: Sweeper, elections: Elections, log: Log) {
    this.#sweeper = sweeper
    this.#elections = elections
    this.#log = log
  }

  /** Takes part in elections from now on. */
  start(): void {
    this.#stand()
    this.#timer = setInterval(() => this.#stand(), standEveryMs).unref()
  }

  /** Ends a running sweep soon; then another process may be elected. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#standing
  }

  #stand(): void {
    this.#standing ??= this.#elections
      .runAlone('sweep', (lost) => this.#sweepUntil(AbortSignal.any([lost, this.#stopping.signal])))
      .catch((error: unknown) => this.#log.warn({ err: error }, 'it could not be found who sweeps'))
      .finally(() => {
        this.#standing = undefined
      })
  }

  async #sweepUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        this.#log.debug(await this.#sweeper.sweep(signal), 'swept')
      } catch (error) {
        if (!signal.aborted) this.#log.error({ err: error }, 'sweep failed')
      }
      await pause(sweepEveryMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
