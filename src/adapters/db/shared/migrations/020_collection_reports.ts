import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'

/** Adds reports of collections; the rows are removed when an operator has answered, or with the collection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTables(db, [
    `CREATE TABLE collection_report (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      collection_id INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
      reason TEXT NOT NULL,
      words TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX collection_report_collection ON collection_report (collection_id, reason)`,
  ])
}
