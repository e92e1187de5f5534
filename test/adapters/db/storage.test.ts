import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { SqlAccountStore } from '../../../src/adapters/db/shared/accounts/account-store.ts'
import { openDatabase, openToRead } from '../../../src/adapters/db/sqlite/sqlite.ts'
import { createTaskQueue } from '../../../src/adapters/db/shared/tasks/task-queue.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { dataFolder } from '../../support/processes/server-process.ts'
import { newTask } from '../../contract/stores.ts'

const megabyte = 2 ** 20

async function database(t: TestContext) {
  const file = join(await dataFolder(t), 'test.db')
  const { db, close } = await openDatabase({ file })
  t.after(close)
  return { file, db }
}

test('the log of the database grows while a reader holds it, and the disk space is freed afterwards', async (t) => {
  const { file, db } = await database(t)
  const logBytes = async () => (await stat(`${file}-wal`)).size
  const write = (bytes: number) =>
    sql`insert or replace into instance (key, value) values ('big', hex(zeroblob(${bytes / 2})))`.execute(db)
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM gif').get()
  for (let written = 0; written < 24; written++) await write(megabyte)
  assert.ok((await logBytes()) > 20 * megabyte)
  reader.close()
  for (let written = 0; written < 3; written++) await write(1000)
  assert.ok((await logBytes()) <= 16 * megabyte, `${await logBytes()}`)
})

test('a database that cannot be written serves readers, and refuses writers as temporarily unavailable', async (t) => {
  const { file } = await database(t)
  const { db, close } = await openToRead(file)
  t.after(close)
  const tasks = createTaskQueue(db, systemClock)
  assert.equal((await tasks.records.counts()).waiting, 0)
  await assert.rejects(tasks.submissions.add(newTask(), 10), {
    name: 'AppError',
    code: 'unavailable',
    retry: true,
    message: /cannot write to its disk now/,
  })
})

test('a token is accepted even when its use cannot be recorded', async (t) => {
  const { file, db } = await database(t)
  const writer = new SqlAccountStore(db, systemClock)
  const { id } = await writer.add({ email: 'a@b.example', premium: false, admin: false, passwordHash: null })
  await writer.addToken({ accountId: id, name: 'one', hash: 'hash', hint: 'gw_' })
  const { db: readOnly, close } = await openToRead(file)
  t.after(close)
  const reader = new SqlAccountStore(readOnly, systemClock)
  assert.equal((await reader.byTokenHash('hash'))?.id, id)
  assert.equal((await writer.tokens(id))[0]?.lastUsedAt, null)
  await writer.byTokenHash('hash')
  assert.ok((await writer.tokens(id))[0]?.lastUsedAt !== null)
})
