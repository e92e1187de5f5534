import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'
import { isPostgres } from '../transactions.ts'

/**
 * Makes ids of `dropped_file` unique forever. SQLite reused the id of the newest row after its removal, so that a page
 * that was still open named another file by it. PostgreSQL never reuses ids.
 */
const droppedFileAnew = [
  `CREATE TABLE dropped_file_anew (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    batch TEXT NOT NULL,
    owner_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    code TEXT NOT NULL,
    task_id TEXT,
    is_copy INTEGER NOT NULL,
    error TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (owner_id, batch, name, code)
  ) STRICT`,
  `INSERT INTO dropped_file_anew (id, batch, owner_id, name, code, task_id, is_copy, error, created_at)
    SELECT id, batch, owner_id, name, code, task_id, is_copy, error, created_at FROM dropped_file`,
  `DROP TABLE dropped_file`,
  `ALTER TABLE dropped_file_anew RENAME TO dropped_file`,
  `CREATE INDEX dropped_file_age ON dropped_file (created_at)`,
]

/** Duplicate uploads wait behind the first, as `task.follows` says; see tasks/task-followers.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) await changeTables(db, droppedFileAnew)
  await changeTables(db, [
    `ALTER TABLE task ADD COLUMN follows TEXT`,
    `CREATE INDEX task_follows ON task (follows, seq) WHERE follows IS NOT NULL`,
    // Before this, a copy had the task of the other file; now it has its own.
    `UPDATE dropped_file SET task_id = NULL WHERE is_copy = 1`,
    `CREATE INDEX dropped_file_task ON dropped_file (task_id) WHERE task_id IS NOT NULL`,
  ])
}
