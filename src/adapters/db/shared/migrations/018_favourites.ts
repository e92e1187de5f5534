import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'

/** Adds the favorites of accounts, and their collections. The rows of a removed account or GIF are removed with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTables(db, [
    `CREATE TABLE favourite (
      account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      gif_id INTEGER NOT NULL REFERENCES gif (id) ON DELETE CASCADE,
      added_at INTEGER NOT NULL,
      PRIMARY KEY (account_id, gif_id)
    ) WITHOUT ROWID, STRICT`,
    `CREATE INDEX favourite_newest ON favourite (account_id, added_at, gif_id)`,
    `CREATE INDEX favourite_gif ON favourite (gif_id)`,
    `CREATE TABLE collection (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      code TEXT NOT NULL UNIQUE,
      account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      description TEXT,
      visibility TEXT NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
      hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE INDEX collection_owner ON collection (account_id)`,
    // `place` orders the GIFs of a collection; gaps are possible.
    `CREATE TABLE collection_gif (
      collection_id INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
      gif_id INTEGER NOT NULL REFERENCES gif (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      added_at INTEGER NOT NULL,
      PRIMARY KEY (collection_id, gif_id)
    ) WITHOUT ROWID, STRICT`,
    `CREATE INDEX collection_gif_place ON collection_gif (collection_id, place)`,
    `CREATE INDEX collection_gif_gif ON collection_gif (gif_id)`,
  ])
}
