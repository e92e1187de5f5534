import { type Kysely, sql } from 'kysely'

const statements = [
  // SQLite's full-text search; the search index is now a separate file.
  `DROP TABLE gif_search`,

  // One entry for each change of a GIF or a category, numbered by catalogue_version.version. `mark` is random: it
  // distinguishes the entries of two histories that continue from the same copy of a database.
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
  // The trending listed GIFs, of all categories and of one.
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

/** Adds the data for search: a log of the catalogue's changes, the uses of each GIF, and the searches made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
