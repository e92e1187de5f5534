import { type Kysely, sql } from 'kysely'

/** A record as in rendition-column.ts. */
const packed = (id: number, width: string, height: string, bytes: string, frames: string) =>
  `printf('%02X%04X%04X%010X%06X', ${id}, ${width}, ${height}, ${bytes}, ${frames})`

/** The GIF, MP4 (which has even sides), WebP and thumbnail, whose size was never stored. */
const renditions = `unhex(${[
  packed(1, 'width', 'height', 'gif_bytes', 'frames'),
  packed(2, 'width + width % 2', 'height + height % 2', 'mp4_bytes', 'frames'),
  packed(3, 'width', 'height', 'webp_bytes', 'frames'),
  packed(4, 'width', 'height', '0', '1'),
].join(' || ')})`

const kept = 'id, code, media_id, title, category_id, tags, width, height, duration_ms, frames'
const added = 'hidden, owner_id, created_at, slot, visibility, rating, renditions'

/**
 * Recreates the table of GIFs, because its checks cannot be changed in place. Dropping the table would remove the
 * reports of each GIF, so they are set aside for the time. Ids are never reused, not even that of the last GIF after
 * its removal.
 */
const gifs = [
  `CREATE TEMP TABLE kept_report AS SELECT * FROM report`,
  `CREATE TEMP TABLE kept_sequence AS SELECT name, seq FROM sqlite_sequence WHERE name IN ('gif', 'report')`,
  `DROP TABLE report`,
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
    has_alpha INTEGER CHECK (has_alpha IN (0, 1)),
    alt TEXT,
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
    rating TEXT CHECK (rating IN ('g', 'pg', 'pg-13', 'r')),
    hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
    owner_id INTEGER REFERENCES account (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    slot INTEGER,
    renditions BLOB NOT NULL,
    CHECK ((visibility = 'public' AND hidden = 0) = (slot IS NOT NULL))
  ) STRICT`,
  `INSERT INTO gif_next (${kept}, ${added})
  SELECT ${kept}, hidden, owner_id, created_at, slot, iif(private = 1, 'private', 'public'), iif(nsfw = 1, 'r', NULL),
    ${renditions}
  FROM gif ORDER BY id`,
  `DROP TABLE gif`,
  `ALTER TABLE gif_next RENAME TO gif`,
  `DELETE FROM sqlite_sequence WHERE name IN ('gif', 'report')`,
  // For GIFs with the same files, the one with the largest audience comes first.
  `CREATE INDEX gif_media ON gif (
    media_id, (case when slot is not null then 0 when visibility = 'unlisted' and hidden = 0 then 1 else 2 end)
  )`,
  `CREATE INDEX gif_owner ON gif (owner_id) WHERE owner_id IS NOT NULL`,
  `CREATE INDEX gif_hidden ON gif (id) WHERE hidden = 1`,
  // One for each common way of listing the newest, so that a deep page only walks an index, not rows; any other limit
  // on the rating filters the entries of the first.
  // the rating filters the entries of the first.
  `CREATE INDEX gif_new ON gif (id, rating) WHERE slot IS NOT NULL`,
  `CREATE INDEX gif_new_safe ON gif (id) WHERE slot IS NOT NULL AND rating IS DISTINCT FROM 'r'`,
  `CREATE INDEX gif_category_new ON gif (category_id, id, rating) WHERE slot IS NOT NULL`,
  `CREATE INDEX gif_category_new_safe ON gif (category_id, id)
    WHERE slot IS NOT NULL AND rating IS DISTINCT FROM 'r'`,
  `CREATE TABLE report (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    gif_id INTEGER NOT NULL REFERENCES gif (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    reporter_id INTEGER REFERENCES account (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    settled_at INTEGER
  ) STRICT`,
  `INSERT INTO report SELECT * FROM kept_report`,
  `CREATE INDEX report_gif ON report (gif_id)`,
  `CREATE INDEX report_open ON report (gif_id) WHERE settled_at IS NULL`,
  `CREATE INDEX report_reporter ON report (reporter_id) WHERE reporter_id IS NOT NULL`,
  `DELETE FROM sqlite_sequence WHERE name IN ('gif', 'report')`,
  `INSERT INTO sqlite_sequence (name, seq) SELECT name, seq FROM kept_sequence`,
  `DROP TABLE kept_report`,
  `DROP TABLE kept_sequence`,
]

/** The pools by rating, which is empty for unrated GIFs; a pool exists once it has had a GIF. */
const pools = [
  `CREATE TABLE gif_pool_next (
    category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    rating TEXT NOT NULL,
    size INTEGER NOT NULL CHECK (size >= 0),
    PRIMARY KEY (category_id, rating)
  ) WITHOUT ROWID, STRICT`,
  `INSERT INTO gif_pool_next SELECT category_id, iif(nsfw = 1, 'r', ''), size FROM gif_pool WHERE size > 0`,
  `DROP TABLE gif_pool`,
  `ALTER TABLE gif_pool_next RENAME TO gif_pool`,
  `CREATE TABLE gif_slot_next (
    category_id INTEGER NOT NULL,
    rating TEXT NOT NULL,
    slot INTEGER NOT NULL,
    gif_id INTEGER NOT NULL,
    PRIMARY KEY (category_id, rating, slot)
  ) WITHOUT ROWID, STRICT`,
  `INSERT INTO gif_slot_next SELECT category_id, iif(nsfw = 1, 'r', ''), slot, gif_id FROM gif_slot
    ORDER BY category_id, nsfw, slot`,
  `DROP TABLE gif_slot`,
  `ALTER TABLE gif_slot_next RENAME TO gif_slot`,
]

const taskColumns = `seq, id, code, request, owner_id, status, attempts, failures, due_at, claim_token, worker, step,
  progress, error, created_at, ended_at, client, turn, queued_at, media_id, loop_start_seconds, loop_end_seconds`

/** The tasks with their class, and without a code if they make no GIF. */
const tasks = [
  `CREATE TEMP TABLE kept_sequence AS SELECT name, seq FROM sqlite_sequence WHERE name = 'task'`,
  `CREATE TABLE task_next (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    class TEXT NOT NULL DEFAULT 'creation',
    code TEXT UNIQUE,
    request TEXT NOT NULL,
    owner_id INTEGER REFERENCES account (id) ON DELETE SET NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'processing', 'done', 'error')),
    attempts INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    claim_token TEXT,
    worker TEXT,
    step TEXT,
    progress REAL NOT NULL DEFAULT 0,
    error TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    client TEXT,
    turn INTEGER NOT NULL DEFAULT 0,
    queued_at INTEGER NOT NULL DEFAULT 0,
    media_id TEXT,
    loop_start_seconds REAL,
    loop_end_seconds REAL,
    CHECK ((status IN ('done', 'error')) = (ended_at IS NOT NULL))
  ) STRICT`,
  `INSERT INTO task_next (${taskColumns}) SELECT ${taskColumns} FROM task ORDER BY seq`,
  `DROP TABLE task`,
  `ALTER TABLE task_next RENAME TO task`,
  `DELETE FROM sqlite_sequence WHERE name = 'task'`,
  `INSERT INTO sqlite_sequence (name, seq) SELECT name, seq FROM kept_sequence`,
  `DROP TABLE kept_sequence`,
  `UPDATE task SET request = json_remove(
    json_set(request,
      '$.visibility', iif(request ->> '$.private' = 1, 'private', 'public'),
      '$.rating', iif(request ->> '$.nsfw' = 1, 'r', NULL)),
    '$.private', '$.nsfw')`,
  // Claims walk this index, and positions are counted in it.
  `CREATE INDEX task_turn ON task (class, turn, seq, status, due_at, ended_at) WHERE ended_at IS NULL`,
  // The only index read for counts: those of one class do not depend on the size of another.
  `CREATE INDEX task_open ON task (class, status, queued_at, ended_at) WHERE ended_at IS NULL`,
  `CREATE INDEX task_due ON task (due_at) WHERE ended_at IS NULL`,
  `CREATE INDEX task_client ON task (client, turn, status, ended_at) WHERE ended_at IS NULL`,
  `CREATE INDEX task_media ON task (media_id) WHERE ended_at IS NULL AND media_id IS NOT NULL`,
  `CREATE INDEX task_ended ON task (ended_at) WHERE ended_at IS NOT NULL`,
  `CREATE INDEX task_ended_as ON task (class, status, seq) WHERE ended_at IS NOT NULL`,
  `CREATE INDEX task_owner ON task (owner_id) WHERE owner_id IS NOT NULL`,
]

/**
 * Moves the renditions of a GIF to one column; adds visibility and rating instead of booleans, and classes of tasks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...gifs, ...pools, ...tasks]) await sql.raw(statement).execute(db)
}
