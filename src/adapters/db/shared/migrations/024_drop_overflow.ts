import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'

/**
 * Adds the number of refused files of a drop that are counted but not listed, and an index to count an account's listed
 * files without a GIF of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTables(db, [
    `CREATE TABLE drop_overflow (
      owner_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      batch TEXT NOT NULL,
      refused INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (owner_id, batch)
    ) WITHOUT ROWID, STRICT`,
    `CREATE INDEX drop_overflow_age ON drop_overflow (created_at)`,
    `CREATE INDEX dropped_file_unmade ON dropped_file (owner_id) WHERE error IS NOT NULL OR is_copy = 1`,
  ])
}
