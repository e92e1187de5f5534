import { type Kysely, sql } from 'kysely'
import { firstCategories } from '../../shared/first-categories.ts'

const statements = [
  `CREATE TABLE category (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    position INTEGER NOT NULL
  ) STRICT`,

  `CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL UNIQUE,
    premium INTEGER NOT NULL CHECK (premium IN (0, 1)),
    admin INTEGER NOT NULL CHECK (admin IN (0, 1)),
    created_at INTEGER NOT NULL
  ) STRICT`,

  `CREATE TABLE api_token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT`,
  `CREATE INDEX api_token_account ON api_token (account_id)`,

  `CREATE TABLE gif (
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
    owner_id INTEGER REFERENCES account (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    slot INTEGER,
    CHECK ((private = 1) = (slot IS NULL))
  ) STRICT`,
  `CREATE INDEX gif_media ON gif (media_id)`,
  `CREATE INDEX gif_owner ON gif (owner_id) WHERE owner_id IS NOT NULL`,
  // One for each way of listing the newest, so that a deep page only walks an index, not rows.
  `CREATE INDEX gif_new ON gif (id) WHERE private = 0`,
  `CREATE INDEX gif_new_safe ON gif (id) WHERE private = 0 AND nsfw = 0`,
  `CREATE INDEX gif_category_new ON gif (category_id, id) WHERE private = 0`,
  `CREATE INDEX gif_category_new_safe ON gif (category_id, id) WHERE private = 0 AND nsfw = 0`,

  `CREATE TABLE gif_pool (
    category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    nsfw INTEGER NOT NULL CHECK (nsfw IN (0, 1)),
    size INTEGER NOT NULL CHECK (size >= 0),
    PRIMARY KEY (category_id, nsfw)
  ) WITHOUT ROWID, STRICT`,
  `CREATE TABLE gif_slot (
    category_id INTEGER NOT NULL,
    nsfw INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    gif_id INTEGER NOT NULL,
    PRIMARY KEY (category_id, nsfw, slot)
  ) WITHOUT ROWID, STRICT`,

  // The program makes the words itself (search/text/tokens.ts): this tokenizer only splits at spaces.
  `CREATE VIRTUAL TABLE gif_search USING fts5 (
    title, tags, facets,
    content = '', contentless_delete = 1, detail = full, prefix = '1 2 3', tokenize = "ascii tokenchars '_'"
  )`,
  // The program merges in small steps (search-index.ts), never in a large one during an insert.
  `INSERT INTO gif_search (gif_search, rank) VALUES ('automerge', 0)`,
  `INSERT INTO gif_search (gif_search, rank) VALUES ('crisismerge', 1000)`,
  `INSERT INTO gif_search (gif_search, rank) VALUES ('usermerge', 4)`,

  `CREATE TABLE catalogue_version (version INTEGER NOT NULL) STRICT`,
  `INSERT INTO catalogue_version VALUES (1)`,

  `CREATE TABLE task (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    code TEXT NOT NULL UNIQUE,
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
    CHECK ((status IN ('done', 'error')) = (ended_at IS NOT NULL))
  ) STRICT`,
  // The only index read for claims, positions and counts; it contains only tasks that have not ended.
  `CREATE INDEX task_open ON task (due_at, seq, status, ended_at) WHERE ended_at IS NULL`,
  `CREATE INDEX task_ended ON task (ended_at) WHERE ended_at IS NOT NULL`,
  `CREATE INDEX task_owner ON task (owner_id) WHERE owner_id IS NOT NULL`,

  `CREATE TABLE instance (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT`,
]

/** Everything in the first version, with initial categories. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const [index, [code, name]] of firstCategories.entries()) {
    await sql`INSERT INTO category (code, name, position) VALUES (${code}, ${name}, ${index + 1})`.execute(db)
  }
  await sql`INSERT INTO gif_pool SELECT category.id, kind.value, 0 FROM category, json_each('[0,1]') AS kind`.execute(
    db,
  )
}
