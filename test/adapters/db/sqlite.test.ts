import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { SqlChangeLog } from '../../../src/adapters/db/shared/catalogue/change-log.ts'
import { SqlCatalogueStore } from '../../../src/adapters/db/shared/catalogue/catalogue-store.ts'
import { addMadeUpGifs } from '../../../src/adapters/db/shared/catalogue/demo-gifs.ts'
import { instanceSecret } from '../../../src/adapters/db/shared/instance.ts'
import { openDatabase } from '../../../src/adapters/db/sqlite/sqlite.ts'
import { createTaskQueue } from '../../../src/adapters/db/shared/tasks/task-queue.ts'
import { ChangeFeed } from '../../../src/catalogue/change-feed.ts'
import { databaseName } from '../../../src/lib/database.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { prepareDatabase } from '../../support/stores/prepared-database.ts'
import { openFinder } from '../../support/stores/finder.ts'
import { holdLock } from '../../support/processes/hold-lock.ts'
import { describeStores } from '../../contract/all-stores.ts'
import { newGif, newTask } from '../../contract/stores.ts'

describeStores('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-db-'))
  await prepareDatabase(folder)
  return {
    open: () => openDatabase({ file: join(folder, databaseName) }),
    remove: () => rm(folder, { recursive: true }),
  }
})

async function databaseFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-db-'))
  t.after(() => rm(folder, { recursive: true }))
  return join(folder, 'test.db')
}

/** Claims every task in a process of its own; returns the ids it got. */
async function claimAll(file: string): Promise<string[]> {
  const script = join(import.meta.dirname, 'claim-tasks.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, file])
  return stdout.split('\n').filter((line) => line !== '')
}

test('SQLite keeps committed data through a power cut: WAL with full synchronization', async (t) => {
  const { db, close } = await openDatabase({ file: await databaseFile(t) })
  t.after(close)
  const pragma = async (name: string) =>
    Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0]
  assert.equal(await pragma('journal_mode'), 'wal')
  assert.equal(await pragma('synchronous'), 2)
  assert.equal(await pragma('foreign_keys'), 1)
  assert.equal(await pragma('busy_timeout'), 0)
  assert.equal(await pragma('page_size'), 8192)
})

test('SQLite creates its tables once when two processes open a new file at the same time', async (t) => {
  const file = await databaseFile(t)
  await Promise.all([claimAll(file), claimAll(file)])
  const { db, close } = await openDatabase({ file })
  t.after(close)
  const codes = (await new SqlCatalogueStore(db).listCategories()).map(({ code }) => code)
  assert.equal(new Set(codes).size, codes.length)
})

test('SQLite refuses the database of a newer program with an error message', async (t) => {
  const file = await databaseFile(t)
  const { db, close } = await openDatabase({ file })
  await sql`insert into kysely_migration (name, timestamp) values ('999_future', '2099-01-01')`.execute(db)
  await close()
  await assert.rejects(openDatabase({ file }), {
    name: 'AppError',
    code: 'unavailable',
    message: /newer version/,
  })
})

test('the secret of an installation is generated once and stays the same', async (t) => {
  const file = await databaseFile(t)
  const first = await openDatabase({ file })
  const secret = await instanceSecret(first.db)
  assert.equal(Buffer.from(secret, 'base64url').length, 32)
  await first.close()
  const second = await openDatabase({ file })
  t.after(second.close)
  assert.equal(await instanceSecret(second.db), secret)
})

test('two processes share the tasks of a database without claiming one twice', async (t) => {
  const file = await databaseFile(t)
  const { db, close } = await openDatabase({ file })
  t.after(close)
  const tasks = createTaskQueue(db, systemClock)
  const added = Array.from({ length: 40 }, () => newTask())
  for (const task of added) await tasks.submissions.add(task, 100)
  const claimed = (await Promise.all([claimAll(file), claimAll(file)])).flat()
  assert.deepEqual(claimed.toSorted(), added.map(({ id }) => id).toSorted())
})

test('catalogue changes by another process are noticed soon', async (t) => {
  const file = await databaseFile(t)
  const [one, other] = [await openDatabase({ file }), await openDatabase({ file })]
  t.after(() => Promise.all([one.close(), other.close()]))
  const [here, there] = [new SqlCatalogueStore(one.db), new SqlCatalogueStore(other.db)]
  const changes = new ChangeFeed({ log: new SqlChangeLog(one.db) })
  t.after(() => changes.stop())
  const { find } = await openFinder(t, { db: one.db, catalogue: here, changes })
  const query = { text: 'cat', categoryCode: null, maxRating: 'r' as const, start: 0, limit: 1 }
  assert.equal((await find(query)).total, 0)
  const { code: _, title: __, tags: ___, categoryId: ____, createdAt: _____, ...template } = newGif()
  await addMadeUpGifs(other.db, { count: 1500, template })
  await changes.notice()
  const { total } = await find(query)
  assert.ok(total > 100)
  assert.equal((await find({ ...query, text: '' })).total, 1500)
  const [gif] = (await find(query)).gifs
  assert.ok(gif !== undefined)
  await there.remove(gif.id)
  await changes.notice()
  assert.equal((await find(query)).total, total - 1)
})

test('a write waits for another process that is writing, and nothing else in this process waits with it', async (t) => {
  const file = await databaseFile(t)
  const { db, close } = await openDatabase({ file })
  t.after(close)
  const [tasks, catalogue] = [createTaskQueue(db, systemClock), new SqlCatalogueStore(db)]
  const { release } = await holdLock(t, file)
  let written = 0
  const writes = [
    tasks.submissions.add(newTask(), 100).then(() => written++),
    catalogue.addCategory({ code: 'frogs', name: 'Frogs' }).then(() => written++),
  ]
  await tasks.records.counts()
  await catalogue.listCategories()
  assert.equal(written, 0, 'reads do not wait for writes')
  // Timers of this process continue: it is not blocked.
  for (let turns = 0; turns < 20; turns++) await delay(10)
  assert.equal(written, 0)
  await release()
  await Promise.all(writes)
  assert.equal((await tasks.records.counts()).waiting, 1)
  assert.ok((await catalogue.listCategories()).some(({ code }) => code === 'frogs'))
})

test('a write that another process blocks for too long is refused as unavailable, and later ones succeed', async (t) => {
  const file = await databaseFile(t)
  const { db, close } = await openDatabase({ file, maxWaitMs: 50 })
  t.after(close)
  const [tasks, catalogue] = [createTaskQueue(db, systemClock), new SqlCatalogueStore(db)]
  const { release } = await holdLock(t, file)
  const busy = { name: 'AppError', code: 'unavailable', retry: true, message: /busy/ }
  await assert.rejects(tasks.submissions.add(newTask(), 100), busy)
  await assert.rejects(catalogue.addCategory({ code: 'frogs', name: 'Frogs' }), busy)
  await release()
  await tasks.submissions.add(newTask(), 100)
  await catalogue.addCategory({ code: 'frogs', name: 'Frogs' })
})

test('a database can be opened while another process is writing', async (t) => {
  const file = await databaseFile(t)
  await (await openDatabase({ file })).close()
  const { release } = await holdLock(t, file)
  const opening = Promise.all([openDatabase({ file }), openDatabase({ file })])
  await nextTurn()
  await release()
  const [one, other] = await opening
  t.after(() => Promise.all([one.close(), other.close()]))
  assert.deepEqual(await instanceSecret(one.db), await instanceSecret(other.db))
})

test('a separate statement never joins an open transaction', async (t) => {
  const { db, close } = await openDatabase({ file: await databaseFile(t) })
  t.after(close)
  const tasks = createTaskQueue(db, systemClock)
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const undone = db.transaction().execute(async (trx) => {
    await sql`insert into task (id, code, request, status, due_at, created_at)
      values ('undone', 'undone', '{}', 'waiting', 1, 1)`.execute(trx)
    begun.resolve()
    await finish.promise
    throw new Error('Undo it all')
  })
  await begun.promise
  const added = tasks.submissions.add(newTask(), 100)
  const counted = tasks.records.counts()
  finish.resolve()
  await assert.rejects(undone, /Undo it all/)
  await added
  assert.ok((await counted).waiting < 2)
  assert.equal((await tasks.records.counts()).waiting, 1)
})

test('a process can write while another fills the catalogue', async (t) => {
  const file = await databaseFile(t)
  const [one, other] = [await openDatabase({ file }), await openDatabase({ file })]
  t.after(() => Promise.all([one.close(), other.close()]))
  const tasks = createTaskQueue(one.db, systemClock)
  const { code: _, title: __, tags: ___, categoryId: ____, createdAt: _____, ...template } = newGif()
  const stopping = new AbortController()
  const filling = addMadeUpGifs(other.db, { count: 10 ** 6, template, signal: stopping.signal })
  const stopped = assert.rejects(filling, { name: 'AbortError' })
  for (let added = 0; added < 5; added++) await tasks.submissions.add(newTask(), 100)
  stopping.abort()
  await stopped
})

test('consecutive statements leave turns to the rest of the process', async (t) => {
  const { db, close } = await openDatabase({ file: await databaseFile(t) })
  t.after(close)
  const count = sql`WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000) SELECT max(n) FROM c`
  const readOften = async (on: typeof db) => {
    let turns = 0
    const timer = setInterval(() => turns++)
    for (let read = 0; read < 40; read++) await count.execute(on)
    clearInterval(timer)
    return turns
  }
  assert.ok((await readOften(db)) > 0)
  assert.ok((await db.transaction().execute(readOften)) > 0, 'in a transaction')
})
