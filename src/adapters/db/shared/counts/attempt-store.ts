import type { Kysely } from 'kysely'
import type { Attempts, AttemptStore } from '../../../../accounts/attempt-store.ts'
import type { Tables } from '../tables.ts'
import { inRowTransaction } from '../transactions.ts'
import { countKey } from './counter.ts'

/** Counts attempts in the database: simultaneous ones at several machines are counted one after another. */
export class SqlAttemptStore implements AttemptStore {
  readonly #db: Kysely<Tables>
  readonly #secret: string

  constructor(db: Kysely<Tables>, secret: string) {
    this.#db = db
    this.#secret = secret
  }

  async update(
    subjects: readonly string[],
    change: (before: (Attempts | undefined)[]) => (Attempts | undefined)[],
  ): Promise<void> {
    const keys = subjects.map((subject) => countKey(this.#secret, `attempts ${subject}`))
    await inRowTransaction(this.#db, async (trx) => {
      const after = change(await lockRows(trx, keys))
      await writeRows(trx, keys, after)
    })
  }
}

/** Locks rows in the order of their keys within the statement; creates missing rows, so that they can be locked. */
async function lockRows(trx: Kysely<Tables>, keys: readonly string[]): Promise<(Attempts | undefined)[]> {
  const rows = await trx
    .insertInto('shared_count')
    .values(keys.map((key) => ({ key, count: 0, wait_until: 0, ends_at: 0 })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ count: eb.ref('shared_count.count') })),
    )
    .returning(['key', 'count', 'wait_until', 'ends_at'])
    .execute()
  return keys.map((key) => {
    const row = rows.find((row) => row.key === key)
    return row === undefined || row.count === 0
      ? undefined
      : { count: row.count, waitUntil: row.wait_until, endsAt: row.ends_at }
  })
}

async function writeRows(
  trx: Kysely<Tables>,
  keys: readonly string[],
  attempts: readonly (Attempts | undefined)[],
): Promise<void> {
  await trx
    .insertInto('shared_count')
    .values(
      keys.map((key, index) => ({
        key,
        count: attempts[index]?.count ?? 0,
        wait_until: attempts[index]?.waitUntil ?? 0,
        // A row without attempts is swept.
        ends_at: attempts[index]?.endsAt ?? 0,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        count: eb.ref('excluded.count'),
        wait_until: eb.ref('excluded.wait_until'),
        ends_at: eb.ref('excluded.ends_at'),
      })),
    )
    .execute()
}
