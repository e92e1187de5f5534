import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'

/** Adds counts shared by all machines: calls in windows of time, and wrong passwords. `key` is a keyed hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTables(db, [
    `CREATE TABLE shared_count (
      key TEXT NOT NULL PRIMARY KEY,
      count INTEGER NOT NULL,
      wait_until INTEGER NOT NULL,
      ends_at INTEGER NOT NULL
    ) WITHOUT ROWID, STRICT`,
    `CREATE INDEX shared_count_end ON shared_count (ends_at)`,
  ])
}
