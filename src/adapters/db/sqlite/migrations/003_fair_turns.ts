import { type Kysely, sql } from 'kysely'

const statements = [
  `ALTER TABLE task ADD COLUMN client TEXT`,
  `ALTER TABLE task ADD COLUMN turn INTEGER NOT NULL DEFAULT 0`,
  `ALTER TABLE task ADD COLUMN queued_at INTEGER NOT NULL DEFAULT 0`,
  `ALTER TABLE task ADD COLUMN media_id TEXT`,
  // Waiting tasks keep their order.
  `UPDATE task SET turn = seq, queued_at = created_at`,
  // Claims walk this index, and positions are counted in it.
  `CREATE INDEX task_turn ON task (turn, seq, status, due_at, ended_at) WHERE ended_at IS NULL`,
  `CREATE INDEX task_client ON task (client, turn, status, ended_at) WHERE ended_at IS NULL`,
  `CREATE INDEX task_media ON task (media_id) WHERE ended_at IS NULL AND media_id IS NOT NULL`,
]

/**
 * Adds turns among clients, the time since which a task waits, and the name under which a running one stores its files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
