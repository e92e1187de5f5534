import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'

/** Adds sources that are kept for their owners, and the GIFs made from them: see src/creation/sources. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTables(db, [
    `CREATE TABLE prepared_source (
      id TEXT NOT NULL PRIMARY KEY,
      owner_id INTEGER REFERENCES account (id) ON DELETE CASCADE,
      browser TEXT,
      client TEXT NOT NULL,
      kind TEXT NOT NULL,
      url TEXT,
      title TEXT,
      files INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      preview TEXT,
      created_at INTEGER NOT NULL,
      ends_at INTEGER NOT NULL
    ) WITHOUT ROWID, STRICT`,
    `CREATE INDEX prepared_source_owner ON prepared_source (owner_id) WHERE owner_id IS NOT NULL`,
    `CREATE INDEX prepared_source_client ON prepared_source (client, created_at)`,
    `CREATE INDEX prepared_source_end ON prepared_source (ends_at)`,
    `CREATE TABLE source_gif (
      source_id TEXT NOT NULL REFERENCES prepared_source (id) ON DELETE CASCADE,
      code TEXT NOT NULL,
      task_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (source_id, code)
    ) WITHOUT ROWID, STRICT`,
    `CREATE INDEX source_gif_code ON source_gif (code)`,
  ])
}
