import { type Kysely, sql } from 'kysely'

/**
 * Recreates the table of GIFs with `hidden`, because its check cannot be changed in place; nothing refers to it yet.
 * Ids are never reused, not even that of the last GIF after its removal.
 */
const gifs = [
  `CREATE TABLE gif_next (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE,
    media_id TEXT NOT NULL,
    title TEXT NOT NULL,
    category_id INTEGER NOT NULL REFERENCES category (id),
    tags TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    frames INTEGER NOT NULL,
    gif_bytes INTEGER NOT NULL,
    mp4_bytes INTEGER NOT NULL,
    webp_bytes INTEGER NOT NULL,
    nsfw INTEGER NOT NULL CHECK (nsfw IN (0, 1)),
    private INTEGER NOT NULL CHECK (private IN (0, 1)),
    hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    owner_id INTEGER REFERENCES account (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    slot INTEGER,
    CHECK ((private = 0 AND hidden = 0) = (slot IS NOT NULL))
  ) STRICT`,
  `INSERT INTO gif_next (
    id, code, media_id, title, category_id, tags, width, height, duration_ms, frames, gif_bytes, mp4_bytes,
    webp_bytes, nsfw, private, owner_id, created_at, slot
  ) SELECT
    id, code, media_id, title, category_id, tags, width, height, duration_ms, frames, gif_bytes, mp4_bytes,
    webp_bytes, nsfw, private, owner_id, created_at, slot
  FROM gif ORDER BY id`,
  `DELETE FROM sqlite_sequence WHERE name = 'gif_next'`,
  `INSERT INTO sqlite_sequence (name, seq) SELECT 'gif_next', seq FROM sqlite_sequence WHERE name = 'gif'`,
  `DROP TABLE gif`,
  `ALTER TABLE gif_next RENAME TO gif`,
  // For GIFs with the same files, one that everyone may see comes first.
  `CREATE INDEX gif_media ON gif (media_id, (slot IS NULL))`,
  `CREATE INDEX gif_owner ON gif (owner_id) WHERE owner_id IS NOT NULL`,
  `CREATE INDEX gif_hidden ON gif (id) WHERE hidden = 1`,
  // One for each way of listing the newest, so that a deep page only walks an index, not rows.
  `CREATE INDEX gif_new ON gif (id) WHERE slot IS NOT NULL`,
  `CREATE INDEX gif_new_safe ON gif (id) WHERE slot IS NOT NULL AND nsfw = 0`,
  `CREATE INDEX gif_category_new ON gif (category_id, id) WHERE slot IS NOT NULL`,
  `CREATE INDEX gif_category_new_safe ON gif (category_id, id) WHERE slot IS NOT NULL AND nsfw = 0`,
]

const accounts = [
  `ALTER TABLE account ADD COLUMN password_hash TEXT`,
  `ALTER TABLE account ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0, 1))`,
  `CREATE TABLE session (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    hash TEXT NOT NULL UNIQUE,
    browser TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX session_account ON session (account_id)`,
  `CREATE INDEX session_created ON session (created_at)`,
  `CREATE INDEX session_used ON session (last_used_at)`,
]

const reports = [
  `CREATE TABLE report (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    gif_id INTEGER NOT NULL REFERENCES gif (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    reporter_id INTEGER REFERENCES account (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    settled_at INTEGER
  ) STRICT`,
  `CREATE INDEX report_gif ON report (gif_id)`,
  `CREATE INDEX report_open ON report (gif_id) WHERE settled_at IS NULL`,
  `CREATE INDEX report_reporter ON report (reporter_id) WHERE reporter_id IS NOT NULL`,
]

// Open tasks have their own index; claims and counts of tasks must not use this one.
const tasks = [`CREATE INDEX task_ended_as ON task (status, seq) WHERE ended_at IS NOT NULL`]

/** Adds the data of the site: passwords, sessions, reports, hidden GIFs, lists of tasks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...gifs, ...accounts, ...reports, ...tasks]) await sql.raw(statement).execute(db)
}
