import { type Kysely, sql } from 'kysely'

const statements = [
  // The identity of an account at a sign-on provider: one person there is one account here, and vice versa.
  `CREATE TABLE account_identity (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    email TEXT,
    linked_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (account_id, issuer)
  ) WITHOUT ROWID, STRICT`,
  // The ID token of a session that began at the provider, with which it is ended there.
  `ALTER TABLE session ADD COLUMN id_token TEXT`,
]

/** Adds sign-on by OpenID Connect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
