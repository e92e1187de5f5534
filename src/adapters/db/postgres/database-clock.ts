import type { Pool } from 'pg'
import type { Clock } from '../../../lib/clock.ts'

const syncEveryMs = 10_000

/** The maximum round trip: a slower answer says little about when the server read its clock. */
const maxTripMs = 500

/** The maximum deviation of this machine's clock: beyond it, certificates and signatures are misjudged. */
const maxOffMs = 5 * 60_000

/**
 * The time of the database, so that leases and limits of several machines compare whatever their own clocks say.
 * Between two queries it advances with this machine's monotonic clock.
 */
export class DatabaseClock implements Clock {
  readonly #pool: Pool
  #timer: NodeJS.Timeout | undefined
  /** The difference between the database's time and `performance.now()`. */
  #aheadMs = 0

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Reads the database's time, now and regularly. Throws a sentence if this machine's clock is far off. */
  async start(): Promise<void> {
    await this.#sync(Infinity)
    const offMs = Date.now() - this.now()
    if (Math.abs(offMs) > maxOffMs) {
      const minutes = Math.round(Math.abs(offMs) / 60_000)
      throw new Error(
        `The clock of this machine is ${minutes} minutes ${offMs > 0 ? 'ahead of' : 'behind'} the database's. Set it, for example by NTP.`,
      )
    }
    // After a fault, the older reading is used; statements report that the database is away.
    this.#timer = setInterval(() => void this.#sync(maxTripMs).catch(() => undefined), syncEveryMs).unref()
  }

  now(): number {
    return Math.floor(performance.now() + this.#aheadMs)
  }

  /** The difference to this machine's clock; negative if this machine's is fast. */
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
