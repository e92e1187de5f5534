import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { readRenditions } from '../../../src/adapters/db/shared/catalogue/rendition-column.ts'
import { SharingDriver } from '../../../src/adapters/db/sqlite/sqlite-driver.ts'
import { migrations, openDatabase } from '../../../src/adapters/db/sqlite/sqlite.ts'

/** Like the program's own setting: a migration happens completely or not at all. */
class WholeAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

async function databaseFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-migration-'))
  t.after(() => rm(folder, { recursive: true }))
  return join(folder, 'test.db')
}

/** Runs the given migrations, including those already done; returns the error of one that fails. */
async function migrate(file: string, some: Record<string, Migration>): Promise<unknown> {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON')
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new WholeAdapter(),
      createDriver: () => new SharingDriver(database, 1000),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    },
  })
  const provider = { getMigrations: () => Promise.resolve(some) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  await db.destroy()
  return error
}

/** Rows for the tables and columns that each version introduces, in its own SQL. */
const rowsOf: Record<string, string> = {
  '001_start': `
    INSERT INTO account (email, premium, admin, created_at) VALUES ('anna@example.org', 1, 0, 5), ('bert@example.org', 0, 1, 6);
    INSERT INTO api_token (account_id, name, hash, hint, created_at, last_used_at) VALUES (1, 'laptop', 'hash-1', 'gw_abcd', 6, 7);
    INSERT INTO gif (code, media_id, title, category_id, tags, width, height, duration_ms, frames, gif_bytes, mp4_bytes,
      webp_bytes, nsfw, private, owner_id, created_at, slot)
    VALUES ('code1', 'media1', 'A frog', 1, '["pond"]', 480, 270, 2000, 30, 1000, 500, 700, 0, 0, NULL, 11, 0),
      ('code2', 'media2', 'A newt', 1, '[]', 320, 180, 1000, 15, 900, 400, 600, 0, 1, 1, 12, NULL),
      ('code3', 'media3', 'A toad', 2, '["mud","rain"]', 320, 180, 1000, 15, 900, 400, 600, 1, 0, 2, 13, 0);
    INSERT INTO gif_slot VALUES (1, 0, 0, 1), (2, 1, 0, 3);
    UPDATE gif_pool SET size = 1 WHERE (category_id = 1 AND nsfw = 0) OR (category_id = 2 AND nsfw = 1);
    INSERT INTO gif_search (rowid, title, tags, facets) VALUES (1, 'frog', 'pond', '_c1'), (3, 'toad', 'mud rain', '_c2 _nsfw');
    INSERT INTO task (id, code, request, owner_id, status, due_at, error, created_at, ended_at)
    VALUES ('task1', 'code4', '{"kind":"url"}', 1, 'waiting', 20, NULL, 20, NULL),
      ('task2', 'code5', '{"kind":"video"}', NULL, 'processing', 21, NULL, 21, NULL),
      ('task3', 'code1', '{"kind":"video"}', NULL, 'done', 22, NULL, 22, 23),
      ('task4', 'code6', '{"kind":"video"}', 2, 'error', 22, '{"code":"media_broken","message":"It is."}', 22, 23);
    INSERT INTO instance VALUES ('secret', 'a secret');
    UPDATE category SET name = 'Beasts' WHERE id = 1`,
  '002_site': `
    UPDATE account SET password_hash = 'a hash', blocked = 1 WHERE id = 2;
    UPDATE gif SET hidden = 1, private = 1 WHERE id = 2;
    INSERT INTO session (account_id, hash, browser, created_at, last_used_at) VALUES (1, 'hash-2', 'Firefox', 30, 31);
    INSERT INTO report (gif_id, reason, words, reporter_id, created_at, settled_at)
    VALUES (1, 'other', 'It croaks', 1, 40, NULL), (3, 'spam', '', NULL, 41, 42)`,
  '006_renditions': `
    UPDATE gif SET visibility = 'unlisted', rating = 'pg', has_alpha = 1, alt = 'A newt swims' WHERE id = 2;
    INSERT INTO task (id, class, request, status, due_at, created_at) VALUES ('task5', 'derivation', '{}', 'waiting', 50, 50)`,
  '007_search': `
    UPDATE gif SET uses = 7, trend = 1.5 WHERE id = 1;
    INSERT INTO search_trend VALUES ('frog', 2.5, 60)`,
  '008_compatible_apis': `
    INSERT INTO app (name, key_hash, key_hint, may_upload, category_id, created_at) VALUES ('Chat', 'hash-3', 'gwa_ab', 1, 2, 70);
    INSERT INTO app_use VALUES (1, 20000, 5, 1, 0)`,
  '009_library': `
    INSERT INTO dropped_file (id, batch, owner_id, name, code, task_id, is_copy, error, created_at)
    VALUES (3, 'drop', 1, 'frog.gif', 'code1', 'task3', 0, NULL, 75), (7, 'drop', 1, 'newt.jpg', '', NULL, 0, '{}', 76)`,
  '011_notices': `
    INSERT INTO notice_decision (case_id, action, statement, decided_by, created_at) VALUES (1, 'hide', 'No frogs', 'bert@example.org', 80);
    UPDATE notice SET closed_at = 80, decision_id = 1 WHERE case_id = 1;
    INSERT INTO counter_notice (decision_id, case_id, words, statements, contact, created_at) VALUES (1, 1, 'But why', '[]', '{}', 81)`,
}

type Row = Record<string, unknown>

/** Every row of every application table. */
function contentOf(file: string): Map<string, Row[]> {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely%' AND name NOT LIKE 'sqlite%'`,
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('gif_search'))
  const content = new Map<string, Row[]>(
    tables.map((name) => {
      const statement = database.prepare(`SELECT * FROM ${name}`)
      // Ids of 63 bits.
      statement.setReadBigInts(true)
      return [name, statement.all().map(withNumbers)]
    }),
  )
  database.close()
  return content
}

/** Integers as numbers where they fit, the others as text. */
function withNumbers(row: Row): Row {
  const plain = (value: unknown) => {
    if (typeof value !== 'bigint') return value
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))
}

/** The values that 006 moves to other columns, as earlier versions stored them. */
function asBefore006(table: string, row: Row): Row {
  const nsfw = Number(row.rating === 'r')
  if (table === 'gif_pool' || table === 'gif_slot') return { ...row, nsfw }
  if (table === 'task') {
    const { visibility, rating, ...request } = JSON.parse(String(row.request)) as Row
    assert.deepEqual([visibility, rating], ['public', null])
    return { ...row, request: JSON.stringify(request) }
  }
  if (table !== 'gif' || !(row.renditions instanceof Uint8Array)) return row
  const { gif, mp4, webp } = readRenditions(row.renditions)
  assert.deepEqual([gif?.width, gif?.height, gif?.frames], [row.width, row.height, row.frames])
  const bytes = { gif_bytes: gif?.bytes, mp4_bytes: mp4?.bytes, webp_bytes: webp?.bytes }
  return { ...row, ...bytes, nsfw, private: Number(row.visibility === 'private') }
}

/** The values that 011 stores as notices, as earlier versions stored them. */
function asReports(content: Map<string, Row[]>): Row[] {
  const cases = new Map(content.get('notice_case')?.map((row) => [row.id, row.gif_id]))
  return (content.get('notice') ?? []).map(({ id, case_id: caseId, closed_at: closedAt, ...notice }) => {
    assert.match(String(notice.reference), /^[2-9A-Z]{10}$/)
    assert.deepEqual([notice.secret_hash, notice.decision_id], [null, null])
    return { ...notice, id, gif_id: cases.get(caseId), settled_at: closedAt }
  })
}

/** A pool without GIFs carries no information. */
const withoutEmpty = (table: string, rows: Row[]) =>
  table === 'gif_pool' ? rows.filter(({ size }) => size !== 0) : rows

/** Columns may be added; existing ones have the same values, in the same rows. */
function assertKept(before: Map<string, Row[]>, after: Map<string, Row[]>, what: string): void {
  const has = (content: Map<string, Row[]>) => 'visibility' in (content.get('gif')?.[0] ?? {})
  const crosses006 = has(after) && !has(before)
  for (const [table, rows] of before) {
    const columns = Object.keys(rows[0] ?? {})
    const text = (all: Row[]) =>
      withoutEmpty(table, all)
        .map((row) => JSON.stringify(columns.map((name) => row[name])))
        .toSorted()
    const kept = after.get(table) ?? (table === 'report' ? asReports(after) : [])
    const now = crosses006 ? kept.map((row) => asBefore006(table, row)) : kept
    assert.deepEqual(text(now), text(rows), `${what}: ${table}`)
  }
}

const names = Object.keys(migrations)

test('every migration in sequence keeps every existing row and value', async (t) => {
  const file = await databaseFile(t)
  const done: Record<string, Migration> = {}
  for (const [name, migration] of Object.entries(migrations)) {
    const before = Object.keys(done).length === 0 ? new Map<string, Row[]>() : contentOf(file)
    done[name] = migration
    assert.equal(await migrate(file, done), undefined, name)
    assertKept(before, contentOf(file), name)
    const database = new DatabaseSync(file)
    database.exec(rowsOf[name] ?? '')
    assert.deepEqual(database.prepare('PRAGMA foreign_key_check').all(), [], name)
    assert.equal(database.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok', name)
    database.close()
  }
})

for (const [index, name] of names.entries()) {
  test(`this version opens a database with data of version ${name} and keeps all data`, async (t) => {
    const file = await databaseFile(t)
    for (const [number, earlier] of names.slice(0, index + 1).entries()) {
      const some = Object.fromEntries(Object.entries(migrations).slice(0, number + 1))
      assert.equal(await migrate(file, some), undefined)
      const database = new DatabaseSync(file)
      database.exec(rowsOf[earlier] ?? '')
      database.close()
    }
    const before = contentOf(file)
    await (await openDatabase({ file, mayMigrate: true })).close()
    assertKept(before, contentOf(file), name)
  })
}

test('a migration that fails changes nothing, nor do the earlier ones of the same run', async (t) => {
  const file = await databaseFile(t)
  const [first = '', ...later] = names
  await migrate(file, { [first]: migrations[first]! })
  const database = new DatabaseSync(file)
  database.exec(rowsOf[first] ?? '')
  const schema = () => database.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY name').all()
  const [before, content] = [schema(), contentOf(file)]
  const broken: Migration = { up: () => Promise.reject(new Error('It does not work')) }
  const error = await migrate(file, { ...migrations, '999_broken': broken })
  assert.match(String(error), /It does not work/)
  assert.ok(later.length > 0)
  assert.deepEqual(schema(), before)
  assert.deepEqual(contentOf(file), content)
  database.close()
})
