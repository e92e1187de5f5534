import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Counter, CounterOptions } from '../../../../cluster/counters.ts'
import type { Clock } from '../../../../lib/clock.ts'
import type { Count } from '../../../../lib/rate-counter.ts'
import { prepared } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import { createHmac } from 'node:crypto'

const keyLength = 22

/** The key of a row. It does not reveal network or e-mail addresses, even to someone who tries all of them. */
export function countKey(secret: string, subject: string): string {
  return createHmac('sha256', secret).update(`count ${subject}`).digest('base64url').slice(0, keyLength)
}

/** The tolerated clock difference between machines. A window that ends later was made before a clock was set back. */
const clockToleranceMs = 60_000

/** The time for which a key beyond its limit is refused without a query. */
const refuseAloneMs = 1000

/** The number of rows removed at once. */
const batch = 1000

/** Counts in the database, shared by all machines: an event is one statement. */
export class SqlCounter implements Counter {
  readonly #clock: Clock
  readonly #windowMs: number
  readonly #keyOf: (key: string) => string
  readonly #insert: (...values: [key: string, endsAt: number]) => Promise<Row[]>
  readonly #select: (...values: [key: string, now: number]) => Promise<Row[]>
  readonly #decrement: (...values: [key: string, now: number]) => Promise<unknown>
  /** Keys recently found beyond their limit: clients that keep calling do not cost a statement each time. */
  readonly #refused: LRUCache<string, { until: number; endsAt: number }>

  constructor(
    db: Kysely<Tables>,
    { clock, secret }: { clock: Clock; secret: string },
    { name, windowMs, maxKeys }: CounterOptions,
  ) {
    this.#clock = clock
    this.#windowMs = windowMs
    this.#keyOf = (key) => countKey(secret, `${name} ${key}`)
    this.#insert = prepared(db, insertQuery(db, windowMs))
    this.#select = prepared(db, selectQuery(db))
    this.#decrement = prepared(db, decrementQuery(db))
    this.#refused = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 })
  }

  async add(subject: string, max: number): Promise<Count> {
    const key = this.#keyOf(subject)
    const now = this.#clock.now()
    const refused = this.#refused.get(key)
    if (refused !== undefined && now < refused.until) return this.#countOf(-1, refused.endsAt, now)
    const [row] = await this.#insert(key, now + this.#windowMs)
    if (row === undefined) throw new Error('the upsert of a count returned nothing')
    if (row.count > max) {
      const until = Math.min(row.ends_at, now + refuseAloneMs)
      this.#refused.set(key, { until, endsAt: row.ends_at })
    }
    return this.#countOf(max - row.count, row.ends_at, now)
  }

  async peek(subject: string, max: number): Promise<Count> {
    const now = this.#clock.now()
    const [row] = await this.#select(this.#keyOf(subject), now)
    const isCurrent = row !== undefined && row.ends_at <= now + this.#windowMs + clockToleranceMs
    return isCurrent
      ? this.#countOf(max - row.count, row.ends_at, now)
      : this.#countOf(max, now + this.#windowMs, now)
  }

  async undo(subject: string): Promise<void> {
    const key = this.#keyOf(subject)
    this.#refused.delete(key)
    await this.#decrement(key, this.#clock.now())
  }

  #countOf(remaining: number, endsAt: number, now: number): Count {
    return { remaining, resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)) }
  }
}

type Row = { count: number; ends_at: number }

function insertQuery(db: Kysely<Tables>, windowMs: number) {
  const hasEnded = sql`(shared_count.ends_at <= excluded.ends_at - ${sql.lit(windowMs)}
    or shared_count.ends_at > excluded.ends_at + ${sql.lit(clockToleranceMs)})`
  return db
    .insertInto('shared_count')
    .values({ key: '', count: sql.lit(1), wait_until: sql.lit(0), ends_at: 0 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${hasEnded} then 1 else shared_count.count + 1 end`,
        ends_at: sql<number>`case when ${hasEnded} then excluded.ends_at else shared_count.ends_at end`,
      }),
    )
    .returning(['count', 'ends_at'])
    .compile()
}

function selectQuery(db: Kysely<Tables>) {
  return db
    .selectFrom('shared_count')
    .select(['count', 'ends_at'])
    .where('key', '=', '')
    .where('ends_at', '>', 0)
    .compile()
}

function decrementQuery(db: Kysely<Tables>) {
  return db
    .updateTable('shared_count')
    .set({ count: sql<number>`count - 1` })
    .where('key', '=', '')
    .where('ends_at', '>', 0)
    .where('count', '>', sql.lit(0))
    .compile()
}

/** Removes the counts of windows that have ended, and attempts that are forgotten; returns their number. */
export async function forgetCounts(db: Kysely<Tables>, clock: Clock): Promise<number> {
  let forgotten = 0
  for (;;) {
    // Rows being counted now are left alone: waiting for them could deadlock.
    const removed = await db
      .deleteFrom('shared_count')
      .where('key', 'in', (eb) =>
        eb
          .selectFrom('shared_count')
          .select('key')
          .where('ends_at', '<=', clock.now())
          .limit(batch)
          .forUpdate()
          .skipLocked(),
      )
      .returning('key')
      .execute()
    forgotten += removed.length
    if (removed.length < batch) return forgotten
  }
}
