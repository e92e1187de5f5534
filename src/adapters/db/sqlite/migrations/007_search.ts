import { type Kysely, sql } from 'kysely'

const statements = [
  // Full-text search of SQLite; the search index is a file of its own now.
  `DROP TABLE gif_search`,

  // One entry for each change of a GIF or a category, numbered by catalogue_version.version. `mark` is random: it tells
  // the entries of two histories apart that go on from the same copy of a database.
  `CREATE TABLE catalogue_change (
    version INTEGER PRIMARY KEY,
    gif_id INTEGER,
    category_id INTEGER,
    mark INTEGER NOT NULL,
    CHECK ((gif_id IS NULL) <> (category_id IS NULL))
  ) STRICT`,
  `ALTER TABLE catalogue_version ADD COLUMN epoch TEXT NOT NULL DEFAULT ''`,
  `UPDATE catalogue_version SET epoch = lower(hex(randomblob(8)))`,

  `ALTER TABLE gif ADD COLUMN uses INTEGER NOT NULL DEFAULT 0`,
  `ALTER TABLE gif ADD COLUMN trend REAL`,
  // The listed GIFs that trend, of all categories and of one.
  `CREATE INDEX gif_trend ON gif (trend, id, rating) WHERE trend IS NOT NULL AND slot IS NOT NULL`,
  `CREATE INDEX gif_category_trend ON gif (category_id, trend, id, rating)
    WHERE trend IS NOT NULL AND slot IS NOT NULL`,

  `CREATE TABLE search_trend (
    text TEXT PRIMARY KEY,
    score REAL NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT`,
  `CREATE INDEX search_trend_score ON search_trend (score)`,
]

/** What search needs: a log of the catalogue's changes, how much each GIF is used, and what is searched for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
