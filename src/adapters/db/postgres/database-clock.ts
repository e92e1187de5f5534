import type { Pool } from 'pg'
import type { Clock } from '../../../lib/clock.ts'

const syncEveryMs = 10_000

/** An answer that took longer says little about when it was given. */
const maxTripMs = 500

/** A machine whose clock is further off gets certificates and signatures wrong. */
const maxOffMs = 5 * 60_000

/**
 * The time of the database: leases and limits of several machines compare, whatever the clock of each says. Between two
 * looks at it, it goes on with this machine's monotonic clock.
 */
export class DatabaseClock implements Clock {
  readonly #pool: Pool
  #timer: NodeJS.Timeout | undefined
  /** What the database's time is ahead of `performance.now()`. */
  #aheadMs = 0

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Looks at the database's time, now and from time to time. Throws a sentence where this machine's is far off. */
  async start(): Promise<void> {
    await this.#sync(Infinity)
    const offMs = Date.now() - this.now()
    if (Math.abs(offMs) > maxOffMs) {
      const minutes = Math.round(Math.abs(offMs) / 60_000)
      throw new Error(
        `The clock of this machine is ${minutes} minutes ${offMs > 0 ? 'ahead of' : 'behind'} the database's. Set it, for example by NTP.`,
      )
    }
    // A fault is no more than an older look; statements report that the database is away.
    this.#timer = setInterval(() => void this.#sync(maxTripMs).catch(() => undefined), syncEveryMs).unref()
  }

  now(): number {
    return Math.floor(performance.now() + this.#aheadMs)
  }

  /** What it is ahead of this machine's clock; negative where this machine's is fast. */
  get aheadMs(): number {
    return performance.now() + this.#aheadMs - Date.now()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #sync(maxMs: number): Promise<void> {
    const asked = performance.now()
    const { rows } = await this.#pool.query<{ now: number }>(
      'select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as now',
    )
    const answered = performance.now()
    const [row] = rows
    if (row !== undefined && answered - asked <= maxMs) this.#aheadMs = row.now - (asked + answered) / 2
  }
}
