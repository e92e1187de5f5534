import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log/log.ts'
import type { App, AppDay, AppStore, AppUse } from './app-store.ts'

const dayMs = 24 * 60 * 60_000

/** The retention period of counts. */
const keptDays = 400

/** Counts that wait to be written, while the database cannot be: those of further apps and days are dropped. */
const maxWaiting = 5000

/** The day of a time, in days since 1970 (UTC). */
export function dayOf(time: number): number {
  return Math.floor(time / dayMs)
}

/** Counts the use of apps by day, in memory until the next `write`. */
export class AppUseCounter {
  readonly #store: AppStore
  readonly #clock: Clock
  readonly #log: Log
  #waiting = new Map<string, AppDay>()
  #writing: Promise<void> = Promise.resolve()
  #cleanedOn = 0

  constructor({ store, clock, log }: { store: AppStore; clock: Clock; log: Log }) {
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  /** Never throws. */
  count({ id }: App, kind: keyof AppUse): void {
    this.#add({ appId: id, day: dayOf(this.#clock.now()), searches: 0, shares: 0, errors: 0, [kind]: 1 })
  }

  /** Writes what was counted since. Where that fails, it is tried again with the next counts. Never throws. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeNow())
    return this.#writing
  }

  #add(use: AppDay): void {
    const key = `${use.appId} ${use.day}`
    const waiting = this.#waiting.get(key)
    if (waiting === undefined) {
      if (this.#waiting.size < maxWaiting) this.#waiting.set(key, use)
      return
    }
    waiting.searches += use.searches
    waiting.shares += use.shares
    waiting.errors += use.errors
  }

  async #writeNow(): Promise<void> {
    if (this.#waiting.size === 0) return
    const days = [...this.#waiting.values()]
    this.#waiting = new Map()
    try {
      await this.#store.addUse(days)
      const today = dayOf(this.#clock.now())
      if (today === this.#cleanedOn) return
      await this.#store.removeUseBefore(today - keptDays)
      this.#cleanedOn = today
    } catch (error) {
      this.#log.warn({ err: error }, 'The use of apps could not be written; it is tried again.')
      for (const use of days) this.#add(use)
    }
  }
}
