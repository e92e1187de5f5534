import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'

/**
 * Adds the ended access of an account, kept until its owner dismisses it (JSON, see src/accounts/end-access.ts). For
 * webhooks, adds the average answer time of the receiver, and the time when a delivery of any webhook of the same owner
 * was last claimed.
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
