import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { SqlAccountStore } from '../../../src/adapters/db/shared/accounts/account-store.ts'
import { SqlChangeLog } from '../../../src/adapters/db/shared/catalogue/change-log.ts'
import { SqlCatalogueStore } from '../../../src/adapters/db/shared/catalogue/catalogue-store.ts'
import * as start from '../../../src/adapters/db/sqlite/migrations/001_start.ts'
import { SharingDriver } from '../../../src/adapters/db/sqlite/sqlite-driver.ts'
import { openDatabase } from '../../../src/adapters/db/sqlite/sqlite.ts'
import { createTaskQueue } from '../../../src/adapters/db/shared/tasks/task-queue.ts'
import { SqlUnitOfWork } from '../../../src/adapters/db/shared/unit-of-work.ts'
import { ChangeFeed } from '../../../src/catalogue/change-feed.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { openFinder } from '../../support/stores/finder.ts'
import { publishClaimed, newGif, newTask } from '../../contract/stores.ts'

/** A database as the first version created it, to be filled with that version's SQL. */
async function databaseOfVersion1(t: TestContext, fill: (database: DatabaseSync) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-migration-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'test.db')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON')
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SharingDriver(database, 1000),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    },
  })
  const provider = { getMigrations: () => Promise.resolve({ '001_start': start }) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  assert.equal(error, undefined)
  database.exec('BEGIN')
  fill(database)
  database.exec('COMMIT')
  await db.destroy()
  return file
}

/** `count` GIFs in two categories; every tenth is private and NSFW by turns. Ids begin at 1. */
function fillWithGifs(database: DatabaseSync, count: number): void {
  database.exec(`
    INSERT INTO account (email, premium, admin, created_at) VALUES ('anna@example.org', 1, 0, 5);
    INSERT INTO api_token (account_id, name, hash, hint, created_at) VALUES (1, 'laptop', 'hash-1', 'gw_abcd', 6);
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
    INSERT INTO gif SELECT n, 'code' || n, 'media' || n, 'Title ' || n, 1 + n % 2, '["tag","t' || (n % 9) || '"]',
      480, 270, 2000, 30, 1000, 500, 700, n % 20 = 0, n % 20 = 10, iif(n % 10 = 0, 1, NULL), 1000 + n,
      iif(n % 20 = 10, NULL, -1) FROM number;
    UPDATE gif SET slot = ranked.place FROM (
      SELECT id, row_number() OVER (PARTITION BY category_id, nsfw ORDER BY id) - 1 AS place
      FROM gif WHERE private = 0
    ) AS ranked WHERE ranked.id = gif.id;
    INSERT INTO gif_slot SELECT category_id, nsfw, slot, id FROM gif WHERE private = 0;
    UPDATE gif_pool SET size = (
      SELECT count(*) FROM gif_slot WHERE category_id = gif_pool.category_id AND nsfw = gif_pool.nsfw
    );
    INSERT INTO gif_search (rowid, title, tags, facets)
    SELECT id, 'title ' || id, 'tag t' || (id % 9), '_c' || category_id || iif(nsfw = 1, ' _nsfw', '')
    FROM gif WHERE private = 0;
  `)
}

async function upgraded(t: TestContext, file: string) {
  const { db, close } = await openDatabase({ file, mayMigrate: true })
  t.after(close)
  const catalogue = new SqlCatalogueStore(db, { onChange: () => changes.changed() })
  const changes = new ChangeFeed({ log: new SqlChangeLog(db) })
  const { find } = await openFinder(t, { db, catalogue, changes })
  t.after(() => changes.stop())
  const stores = {
    db,
    catalogue,
    find,
    accounts: new SqlAccountStore(db, systemClock),
    tasks: createTaskQueue(db, systemClock),
    unitOfWork: new SqlUnitOfWork(db, systemClock),
  }
  return stores
}

const query = { text: '', categoryCode: null, maxRating: 'r' as const, start: 0, limit: 100 }

test('a database of the first version is migrated with all its data', async (t) => {
  const waiting = newTask({ ownerId: 1 })
  const { visibility: _visibility, rating: _rating, ...shared } = waiting.request
  const oldRequest = { ...shared, private: false, nsfw: false }
  const file = await databaseOfVersion1(t, (database) => {
    fillWithGifs(database, 60)
    database
      .prepare(
        `INSERT INTO task (id, code, request, owner_id, status, due_at, created_at)
         VALUES (?, ?, ?, 1, 'waiting', 7, 7)`,
      )
      .run(waiting.id, waiting.code, JSON.stringify(oldRequest))
  })
  const { db, catalogue, find, accounts, tasks } = await upgraded(t, file)

  const known = await catalogue.listCategories()
  const { createdAt: _, ...expected } = newGif({ code: 'code10', mediaId: 'media10', title: 'Title 10' })
  const secret = await catalogue.gifByCode('code10')
  const { categoryId: __, ...fields } = expected
  assert.match(secret?.tenorId ?? '', /^[4-9]\d{18}$/)
  assert.deepEqual(secret, {
    ...fields,
    id: 10,
    tenorId: secret?.tenorId,
    category: known[0],
    tags: ['tag', 't1'],
    visibility: 'private',
    ownerId: 1,
    createdAt: 1010,
    renditions: { ...fields.renditions, thumb: { width: 480, height: 270, bytes: null, frames: 1 } },
  })
  const account = await accounts.byTokenHash('hash-1')
  assert.deepEqual([account?.email, account?.premium, account?.blocked], ['anna@example.org', true, false])
  assert.equal(await accounts.passwordHash(1), null)
  assert.deepEqual(await tasks.submissions.view(waiting.id), { status: 'waiting', position: 1 })
  assert.deepEqual((await tasks.submissions.read(waiting.id))?.request, waiting.request)

  const gifs = await catalogue.gifsByIds(Array.from({ length: 60 }, (_, index) => index + 1))
  assert.equal(new Set(gifs.map(({ tenorId }) => tenorId)).size, 60)
  assert.equal((await catalogue.gifByPublicId(gifs[2]?.tenorId ?? ''))?.code, 'code3')

  const newest = await find(query)
  assert.deepEqual([newest.total, newest.gifs[0]?.id, newest.gifs.length], [57, 60, 57])
  assert.equal((await find({ ...query, text: 'title tag', maxRating: 'pg-13' })).total, 54)
  assert.equal((await find({ ...query, text: 'title 10', exactOnly: true })).total, 0)
  assert.equal((await catalogue.ofOwner(1, { start: 0, limit: 10 })).total, 6)
  const drawn = new Set<number>()
  let number = 0
  const every = new SqlCatalogueStore(db, { chance: () => (number++ + 0.5) / 57 })
  for (let draw = 0; draw < 57; draw++)
    drawn.add((await every.random({ categoryId: null, maxRating: 'r' }))!.id)
  assert.equal(drawn.size, 57)

  await catalogue.change(10, { visibility: 'public' })
  await catalogue.change(11, { hidden: true })
  assert.equal((await find({ ...query, text: 'title 10', exactOnly: true })).total, 1)
  assert.equal((await find({ ...query, text: 'title 11', exactOnly: true })).total, 0)
  assert.equal((await find(query)).total, 57)
  const faults = await sql`pragma foreign_key_check`.execute(db)
  assert.deepEqual(faults.rows, [])
})

test('no GIF id is reused after a database was migrated', async (t) => {
  for (const count of [0, 5]) {
    const file = await databaseOfVersion1(t, (database) => {
      fillWithGifs(database, count + 3)
      database.exec(`DELETE FROM gif_slot; DELETE FROM gif_search; UPDATE gif_pool SET size = 0;
        DELETE FROM gif WHERE id > ${count}; UPDATE gif SET private = 1, slot = NULL`)
    })
    const { catalogue, tasks, unitOfWork } = await upgraded(t, file)
    await tasks.submissions.add(newTask({ code: 'fresh' }), 10)
    const claim = await tasks.claims.claim('worker', 1000)
    assert.ok(claim !== undefined && (await publishClaimed({ unitOfWork }, claim, newGif({ code: 'fresh' }))))
    assert.equal((await catalogue.gifByCode('fresh'))?.id, count + 4)
  }
})

test('frequent queries read indexes, not all rows', async (t) => {
  const { db } = await upgraded(t, await databaseOfVersion1(t, () => {}))
  const plan = async (statement: string) => {
    const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${statement}`).execute(db)
    return rows.map(({ detail }) => detail).join('; ')
  }
  const creations = "ended_at is null and class = 'creation'"
  const mild = "(rating in ('g') or rating is null)"
  const safe = "slot is not null and rating is distinct from 'r'"
  const reach =
    "case when slot is not null then 0 when visibility = 'unlisted' and hidden = 0 then 1 else 2 end"
  const indexOf: [statement: string, index: string][] = [
    ['select id from gif where slot is not null order by id desc', 'gif_new'],
    ["select id from gif where slot is not null and rating in ('g', 'pg') order by id desc", 'gif_new'],
    [`select id from gif where slot is not null and ${mild} order by id desc`, 'gif_new'],
    ['select id from gif where slot is not null and rating is null order by id desc', 'gif_new'],
    [
      `select id from gif where slot is not null and category_id = 1 and ${mild} order by id desc`,
      'gif_category_new',
    ],
    [`select id from gif where ${safe} order by id desc`, 'gif_new_safe'],
    ['select id from gif where slot is not null and category_id = 1 order by id desc', 'gif_category_new'],
    [`select id from gif where ${safe} and category_id = 1 order by id desc`, 'gif_category_new_safe'],
    ['select id from gif where owner_id = 1 order by id desc', 'gif_owner'],
    ['select id from gif where hidden = 1 order by id desc', 'gif_hidden'],
    ['select id from gif where slot is not null and trend is not null order by trend desc', 'gif_trend'],
    [
      'select id from gif where slot is not null and trend is not null and category_id = 1 order by trend desc',
      'gif_category_trend',
    ],
    ['select id from gif where slot is not null and tenor_id = 1', 'gif_tenor'],
    [`select id from gif where media_id = '' order by ${reach} limit 1`, 'gif_media'],
    [
      "select seq from task where class = 'creation' and status = 'error' and ended_at is not null order by seq desc",
      'task_ended_as',
    ],
    [`select count(*) from task where ${creations} and status = 'waiting'`, 'task_open'],
    [`select seq from task where ${creations} and due_at <= 1 order by turn, seq limit 1`, 'task_turn'],
    ['select due_at from task where ended_at is null order by due_at limit 1', 'task_due'],
    ['select seq from task where ended_at < 5', 'task_ended'],
    ['select id from session where last_used_at <= 1 or created_at <= 1', 'session_used'],
    ['select case_id, min(created_at) from notice where closed_at is null group by case_id', 'notice_open'],
  ]
  for (const [statement, index] of indexOf) {
    const found = await plan(statement)
    assert.match(found, new RegExp(`INDEX ${index}\\b`), `${statement}: ${found}`)
    assert.doesNotMatch(found, /TEMP B-TREE/, `${statement}: ${found}`)
  }
})
