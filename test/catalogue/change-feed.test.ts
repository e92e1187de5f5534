import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { logGifs, renewEpoch } from '#src/adapters/db/shared/catalogue/change-log.ts'
import { openStores } from '#src/app/stores.ts'
import type { CatalogueChanges } from '#src/catalogue/change-feed.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { openTestStores } from '../support/stores/stores.ts'
import { until } from '../support/until.ts'
import { testConfig } from '../support/instance.ts'

const fail = (error: unknown) => assert.fail(String(error))

/** Stores with a started feed, the changes it reported, and a second handle on the same database. */
async function follow(t: TestContext, onError: (error: unknown) => void = fail) {
  const stores = await openTestStores(t)
  const told: CatalogueChanges[] = []
  stores.changes.subscribe((changes) => void told.push(changes))
  await stores.changes.start(onError)
  const other = await openStores(testConfig({ DATA_DIR: stores.folder }))
  t.after(async () => {
    await stores.changes.stop()
    await other.close()
  })
  return { stores, told, other }
}

test('a change is reported as soon as its transaction is committed, and nothing is pending afterwards', async (t) => {
  const { stores, told } = await follow(t)
  assert.equal(stores.changes.current(), null)
  const gif = await publishGif(stores)
  await stores.changes.current()
  assert.deepEqual(
    told.map(({ gifs, categories, all }) => ({ gifs, categories, all })),
    [{ gifs: [gif.id], categories: false, all: false }],
  )
  // The feed also polls.
  await until('nothing is pending', () => stores.changes.current() === null)

  const changing = stores.catalogue.change(gif.id, { title: 'Another title' })
  await changing
  const current = stores.changes.current()
  assert.ok(current instanceof Promise)
  await current
  await stores.catalogue.renameCategory(1, { name: 'Beasts' })
  await stores.changes.current()
  assert.deepEqual(
    told.slice(1).map(({ gifs, categories }) => [gifs, categories]),
    [
      [[gif.id], false],
      [[], true],
    ],
  )
})

test('changes by another process are polled every 50 ms', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { stores, told, other } = await follow(t)
  const gif = await publishGif(other)
  t.mock.timers.tick(49)
  t.mock.timers.tick(1)
  await until('they are noticed', () => told.length > 0)
  assert.deepEqual(told[0]?.gifs, [gif.id])
  assert.deepEqual(stores.changes.position, {
    epoch: told[0]?.position.epoch,
    version: told[0]?.position.version,
  })
})

test('many changes are reported in order, each once, in parts', async (t) => {
  const { stores, told, other } = await follow(t)
  const ids = Array.from({ length: 2500 }, (_, index) => index + 1)
  await other.db.transaction().execute((trx) => logGifs(trx, ids))
  await until('all are reported', () => told.flatMap(({ gifs }) => gifs).length >= ids.length)
  assert.deepEqual(
    told.flatMap(({ gifs }) => gifs),
    ids,
  )
  assert.ok(told.length > 1)
  const versions = told.map(({ position }) => position.version)
  assert.deepEqual(
    versions,
    versions.toSorted((a, b) => a - b),
  )
  assert.equal(stores.changes.current(), null)
})

test('a gap in the log and another history are reported as a change of everything', async (t) => {
  const { stores, told, other } = await follow(t)
  await other.db.transaction().execute(async (trx) => {
    await logGifs(trx, [1, 2, 3])
    await trx.deleteFrom('catalogue_change').execute()
  })
  await until('the gap is reported', () => told.length === 1)
  await renewEpoch(other.db)
  await until('the epoch is reported', () => told.length === 2)
  assert.deepEqual(
    told.map(({ all }) => all),
    [true, true],
  )
  assert.equal(stores.changes.position?.epoch, (await other.changeLog.position()).epoch)
  const gif = await publishGif(stores)
  await stores.changes.current()
  assert.deepEqual(told[2]?.gifs, [gif.id])
})

test('a subscriber that fails is called again with the same changes, and the error is reported once', async (t) => {
  const errors: unknown[] = []
  const { stores } = await follow(t, (error) => errors.push(error))
  const told: (readonly number[])[] = []
  let fails = true
  let calls = 0
  stores.changes.subscribe(({ gifs }) => {
    calls++
    if (fails) throw new Error('It does not work')
    told.push(gifs)
  })
  const gif = await publishGif(stores)
  await assert.rejects(stores.changes.current() ?? Promise.resolve(), /It does not work/)
  await until('it is called again', () => calls >= 3)
  assert.equal(errors.length, 1)
  fails = false
  await until('it knows of the change', () => told.length > 0)
  assert.deepEqual(told[0], [gif.id])
})

test('a caller that arrives while changes are read waits for the later ones too', async (t) => {
  const { stores, told } = await follow(t)
  const gate = Promise.withResolvers<void>()
  const unsubscribe = stores.changes.subscribe(() => gate.promise)
  await publishGif(stores)
  const first = stores.changes.current()
  const later = await publishGif(stores)
  const second = stores.changes.current()
  gate.resolve()
  await first
  await second
  assert.ok(told.flatMap(({ gifs }) => gifs).includes(later.id))
  unsubscribe()
})
