import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'

/**
 * Adds GIFs by visitors without an account, by their codes: a row exists before its GIF, and is removed with it.
 * `bytes` is null until the GIF is made; `client` is a keyed hash, and null once it is published. See
 * src/catalogue/publishing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTables(db, [
    `CREATE TABLE visitor_gif (
      code TEXT NOT NULL PRIMARY KEY,
      key_hash TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('unpublished', 'waiting', 'declined', 'published')),
      reason TEXT,
      client TEXT,
      bytes INTEGER,
      since INTEGER NOT NULL
    ) WITHOUT ROWID, STRICT`,
    `CREATE INDEX visitor_gif_client ON visitor_gif (client) WHERE client IS NOT NULL`,
    `CREATE INDEX visitor_gif_state ON visitor_gif (state, since, code) WHERE state <> 'published' AND bytes IS NOT NULL`,
    `CREATE INDEX visitor_gif_unmade ON visitor_gif (since) WHERE bytes IS NULL`,
  ])
}
