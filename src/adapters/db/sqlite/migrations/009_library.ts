import { type Kysely, sql } from 'kysely'

const statements = [
  // The SHA-256 of the file that a GIF was kept from: the same file is not imported twice.
  `ALTER TABLE gif ADD COLUMN source_hash BLOB`,
  `CREATE INDEX gif_source ON gif (source_hash) WHERE source_hash IS NOT NULL`,
  `ALTER TABLE task ADD COLUMN source_hash BLOB`,
  `CREATE INDEX task_source ON task (source_hash) WHERE source_hash IS NOT NULL AND ended_at IS NULL`,
  // The name of the files that one person dropped at once.
  `ALTER TABLE task ADD COLUMN batch TEXT`,
  `CREATE INDEX task_batch ON task (batch, seq) WHERE batch IS NOT NULL`,
  // The imported content of an address, both as SHA-256.
  `CREATE TABLE fetched_source (
    address_hash BLOB PRIMARY KEY,
    source_hash BLOB NOT NULL
  ) WITHOUT ROWID, STRICT`,

  // The files that someone brought to the import page at once, including refused ones, whose code is '', and copies.
  `CREATE TABLE dropped_file (
    id INTEGER PRIMARY KEY,
    batch TEXT NOT NULL,
    owner_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    code TEXT NOT NULL,
    task_id TEXT,
    is_copy INTEGER NOT NULL,
    error TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (owner_id, batch, name, code)
  ) STRICT`,
  `CREATE INDEX dropped_file_age ON dropped_file (created_at)`,

  // Perceptual hashes of several frames; see src/looks. `flashing`: more than three flashes within a second.
  `ALTER TABLE gif ADD COLUMN look BLOB`,
  `ALTER TABLE gif ADD COLUMN flashing INTEGER CHECK (flashing IN (0, 1))`,

  // True if its GIF is a file that was kept as it is: all other files are made from it.
  `ALTER TABLE gif ADD COLUMN original INTEGER NOT NULL DEFAULT 0 CHECK (original IN (0, 1))`,
  // The listed GIFs without a description.
  `CREATE INDEX gif_undescribed ON gif (id) WHERE alt IS NULL AND slot IS NOT NULL`,

  // The former ids of a GIF that was merged into another; its old addresses lead there.
  `CREATE TABLE moved_gif (
    code TEXT PRIMARY KEY,
    tenor_id INTEGER NOT NULL UNIQUE,
    media_id TEXT NOT NULL,
    gif_id INTEGER NOT NULL REFERENCES gif (id) ON DELETE CASCADE,
    source_hash BLOB
  ) WITHOUT ROWID, STRICT`,
  `CREATE INDEX moved_gif_media ON moved_gif (media_id)`,
  `CREATE INDEX moved_gif_gif ON moved_gif (gif_id)`,
  `CREATE INDEX moved_gif_source ON moved_gif (source_hash) WHERE source_hash IS NOT NULL`,
  // Pairs that look the same but are not duplicates, according to an operator; the lower id first.
  `CREATE TABLE dismissed_pair (
    gif_id INTEGER NOT NULL REFERENCES gif (id) ON DELETE CASCADE,
    other_id INTEGER NOT NULL REFERENCES gif (id) ON DELETE CASCADE,
    PRIMARY KEY (gif_id, other_id)
  ) WITHOUT ROWID, STRICT`,
  `CREATE INDEX dismissed_pair_other ON dismissed_pair (other_id)`,
]

/** Adds the data for importing a library and keeping it in order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
