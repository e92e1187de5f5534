import type { Kysely } from 'kysely'
import { changeTables } from '../ddl.ts'

/** Adds files of GIFs that are moved to another media id, or removed: see src/media/moves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTables(db, [
    `CREATE TABLE retired_media (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      gif_id INTEGER NOT NULL,
      old_id TEXT NOT NULL,
      new_id TEXT,
      state TEXT NOT NULL CHECK (state IN ('copy', 'remove', 'purge', 'settle')),
      settle_at INTEGER
    ) STRICT`,
    `CREATE INDEX retired_media_old ON retired_media (old_id)`,
    `CREATE INDEX retired_media_new ON retired_media (new_id) WHERE new_id IS NOT NULL`,
    `CREATE INDEX retired_media_gif ON retired_media (gif_id)`,
  ])
}
