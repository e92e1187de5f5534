import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'

/**
 * What ended of an account's access, until its owner has read it (JSON: see src/accounts/end-access.ts). Of webhooks, how long
 * their receivers take to answer on average, and when a delivery of any webhook of the same owner was claimed last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTables(db, [
    'ALTER TABLE account ADD COLUMN ended_access TEXT',
    'ALTER TABLE webhook ADD COLUMN answer_ms INTEGER',
    'ALTER TABLE webhook ADD COLUMN owner_attempted_at INTEGER',
    "CREATE INDEX task_webhook_sending ON task (webhook_id) WHERE webhook_id IS NOT NULL AND status = 'processing'",
    'CREATE INDEX task_webhook_open ON task (webhook_id, seq) WHERE webhook_id IS NOT NULL AND ended_at IS NULL',
  ])
}
