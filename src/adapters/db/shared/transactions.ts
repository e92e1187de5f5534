import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { DatabaseRetry } from '../../../lib/database.ts'
import { retryReason } from './faults.ts'
import type { Tables } from './tables.ts'

/** kysely's adapter, which all of a database's connections have in common, with who is told of retries. */
export class RetryingPostgresAdapter extends PostgresAdapter {
  readonly onRetry: (reason: DatabaseRetry) => void

  constructor(onRetry: (reason: DatabaseRetry) => void) {
    super()
    this.onRetry = onRetry
  }
}

/** Whether statements go to PostgreSQL, to which other processes may write at the same time. */
export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Names PostgreSQL's advisory locks of this program: the first of their two numbers. */
export const lockSpace = 0x6769

/**
 * What a transaction that reads before it writes holds until its end, so that it decides on what is still true when it
 * writes. `catalogue` is the row of the version, which every change of the catalogue raises.
 */
const writeLocks = {
  accounts: 1,
  apps: 2,
  drops: 3,
  imports: 4,
  notices: 5,
  queue: 6,
  trends: 7,
  webhooks: 8,
  collections: 9,
  sources: 10,
}

export type WriteLock = 'catalogue' | keyof typeof writeLocks

/**
 * What a store calls when a transaction that changed the catalogue was committed, with the GIFs that were changed or
 * removed; it waits for the answer. Where that is a rejection, the change is made all the same.
 */
export type OnChange = (gifIds?: readonly number[]) => void | Promise<void>

/** Runs of one transaction. */
const maxRuns = 5

/**
 * Runs `work` in a transaction that is the only one with this lock; on SQLite it is the only one that writes. It is run
 * again when it could not be committed because of others, or because the connection was lost before, so that all it may
 * do is read and write the database.
 */
export async function inWriteTransaction<T>(
  db: Kysely<Tables>,
  lock: WriteLock,
  work: (trx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return inRowTransaction(db, async (trx) => {
    if (isPostgres(trx)) await takeWriteLock(trx, lock)
    return work(trx)
  })
}

/**
 * Runs `work` in a transaction that locks the rows which it reads and writes by itself. On SQLite it is the only one that
 * writes. It is run again as that of `inWriteTransaction` is.
 */
export async function inRowTransaction<T>(
  db: Kysely<Tables>,
  work: (trx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  if (!isPostgres(db)) return db.transaction().execute(work)
  for (let run = 1; ; run++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const reason = retryReason(error)
      if (run === maxRuns || reason === undefined) throw error
      noteRetry(db, reason)
      await delay(20 * 3 ** run * (0.5 + Math.random() / 2))
    }
  }
}

function noteRetry(db: Kysely<Tables>, reason: DatabaseRetry): void {
  const { adapter } = db.getExecutor()
  if (adapter instanceof RetryingPostgresAdapter) adapter.onRetry(reason)
}

/**
 * Takes a second lock for the rest of a transaction that already holds one: `webhooks` after `accounts`, or `sources`.
 * Holders of these never take another, so no two transactions wait for each other.
 */
export async function acquireLock(trx: Kysely<Tables>, lock: 'sources' | 'webhooks'): Promise<void> {
  if (isPostgres(trx)) await takeWriteLock(trx, lock)
}

async function takeWriteLock(trx: Kysely<Tables>, lock: WriteLock): Promise<void> {
  if (lock === 'catalogue') await trx.selectFrom('catalogue_version').select('version').forUpdate().execute()
  else {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockSpace)}, ${sql.lit(writeLocks[lock])})`.execute(trx)
  }
}
