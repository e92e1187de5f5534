import { type Kysely, sql } from 'kysely'

const statements = [
  // The destinations of events; without an account: the operator's. The secrets are sealed, see src/webhooks.
  `CREATE TABLE webhook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER REFERENCES account (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    secret BLOB NOT NULL,
    previous_secret BLOB,
    secret_since INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    disabled TEXT CHECK (disabled IN ('failing', 'gone')),
    failing_since INTEGER,
    attempted_at INTEGER,
    dropped INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  `CREATE INDEX webhook_account ON webhook (account_id)`,
  // Deliveries are tasks: of class 'delivery', with the HTTP status of the newest answer.
  `ALTER TABLE task ADD COLUMN webhook_id INTEGER REFERENCES webhook (id) ON DELETE CASCADE`,
  `ALTER TABLE task ADD COLUMN response INTEGER`,
  `CREATE INDEX task_webhook ON task (webhook_id, seq) WHERE webhook_id IS NOT NULL`,
  `CREATE INDEX task_webhook_due ON task (webhook_id, due_at) WHERE webhook_id IS NOT NULL AND ended_at IS NULL`,
]

/** Adds webhooks, whose deliveries are tasks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
