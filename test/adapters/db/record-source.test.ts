import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { SqlRecordSource } from '#src/adapters/db/shared/catalogue/record-source.ts'
import { openDatabase } from '#src/adapters/db/sqlite/sqlite.ts'
import type { DatabaseFault } from '#src/lib/database.ts'

async function openSource(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-test-'))
  const file = join(folder, 'gifwright.db')
  const faults: DatabaseFault[] = []
  let statements = 0
  const observer = {
    statement: () => void statements++,
    fault: (fault: DatabaseFault) => void faults.push(fault),
    connectionLost: () => assert.fail('SQLite has none'),
    retried: () => assert.fail('SQLite has no conflicts'),
  }
  const { db, readRows, close } = await openDatabase({ file, observer })
  t.after(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  return {
    db,
    file,
    readRows,
    faults,
    statements: () => statements,
    source: new SqlRecordSource(db, readRows),
  }
}

test('records are read immediately, or after an open transaction ends', async (t) => {
  const { db, source, statements } = await openSource(t)
  // The migrations have used up this turn's statements.
  await nextTurn()
  const before = statements()
  assert.deepEqual(source.recordsByIds([]), [])
  assert.deepEqual(source.recordsByIds([1, 2]), [])
  assert.equal(source.recordByCode('none'), undefined)
  assert.equal(statements(), before + 2)
  let ended = false
  let read: unknown
  await db.transaction().execute(async () => {
    read = Promise.resolve(source.recordsByIds([1])).then(() => assert.ok(ended))
    await delay(20)
    ended = true
  })
  await read
})

test('a failing query outside the query builder is reported', async (t) => {
  const { readRows, faults } = await openSource(t)
  assert.throws(() => readRows('select no_such_column', []), /no such column/)
  assert.deepEqual(faults, ['other'])
})
