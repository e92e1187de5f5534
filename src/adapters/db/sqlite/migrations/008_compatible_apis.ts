import { type Kysely, sql } from 'kysely'

const statements = [
  // A random number of 19 digits, 2^62 to 2^63 - 1, beyond the integers of JavaScript, so it is read as text. SQLite
  // only adds a non-null column with a constant default, which is then replaced in each row.
  // a column that cannot be null only with a constant, which each row then replaces.
  `ALTER TABLE gif ADD COLUMN tenor_id INTEGER NOT NULL DEFAULT 0`,
  `UPDATE gif SET tenor_id = (random() & 4611686018427387903) | 4611686018427387904`,
  `CREATE UNIQUE INDEX gif_tenor ON gif (tenor_id)`,

  // Derivations have clients and turns like creations; each class walks its own part of the index.
  `DROP INDEX task_client`,
  `CREATE INDEX task_client ON task (class, client, turn, status, ended_at) WHERE ended_at IS NULL`,

  // Programs that use the compatible interfaces with their own key. Without a rate they have the default one.
  `CREATE TABLE app (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    key_hash TEXT NOT NULL UNIQUE,
    key_hint TEXT NOT NULL,
    rate_per_minute INTEGER CHECK (rate_per_minute > 0),
    may_upload INTEGER NOT NULL DEFAULT 0 CHECK (may_upload IN (0, 1)),
    category_id INTEGER REFERENCES category (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX app_category ON app (category_id) WHERE category_id IS NOT NULL`,
  // The uses of each on each day, in days since 1970.
  `CREATE TABLE app_use (
    app_id INTEGER NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    searches INTEGER NOT NULL DEFAULT 0,
    shares INTEGER NOT NULL DEFAULT 0,
    errors INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (app_id, day)
  ) WITHOUT ROWID, STRICT`,
]

/** Adds a numeric id for each GIF, apps with their use, and fair turns among derivations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
