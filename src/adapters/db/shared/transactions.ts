import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { DatabaseRetry } from '../../../lib/database.ts'
import { retryReason } from './faults.ts'
import type { Tables } from './tables.ts'

/** kysely's adapter, shared by all connections of a database, with the listener for retries. */
export class RetryingPostgresAdapter extends PostgresAdapter {
  readonly onRetry: (reason: DatabaseRetry) => void

  constructor(onRetry: (reason: DatabaseRetry) => void) {
    super()
    this.onRetry = onRetry
  }
}

/** Returns true if statements go to PostgreSQL, which other processes can write to at the same time. */
export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The first of the two numbers of PostgreSQL's advisory locks; it identifies this program's. */
export const lockSpace = 0x6769

/**
 * The locks of transactions that read before they write, held until the end, so that their decisions are still valid
 * when they write. `catalogue` is the row of the version, which every change of the catalogue raises.
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
 * Called by a store after a transaction that changed the catalogue was committed, with the changed or removed GIFs; the
 * store waits for the promise. If it rejects, the change is still made.
 */
export type OnChange = (gifIds?: readonly number[]) => void | Promise<void>

/** The maximum number of attempts at one transaction. */
const maxRuns = 5

/**
 * Runs `work` in the only transaction with this lock; on SQLite, the only one that writes. Repeats it if it could not
 * be committed because of concurrent transactions, or if the connection was lost before, so `work` may only read and
 * write the database.
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
 * Runs `work` in a transaction that locks the rows it reads and writes by itself. On SQLite, it is the only one that
 * writes. Repeats it like `inWriteTransaction`.
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
