import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { join } from 'node:path'
import { IndexKeeper } from '#src/adapters/search/index-keeper.ts'
import { searchFilter } from '#src/catalogue/search-filter.ts'
import { createLog } from '#src/lib/log/log.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { publishGif } from '../../support/stores/gifs.ts'
import { builderOf, fakeSaveLock } from '../../support/stores/search-builder.ts'
import { openTestStores } from '../../support/stores/stores.ts'
import { until } from '../../support/until.ts'

const dayMs = 86_400_000
const perDay = 30

/** Starts an index over stores as a server keeps it, with a manually set clock; `open` starts another one. */
async function start(t: TestContext) {
  const stores = await openTestStores(t)
  await stores.changes.start((error) => assert.fail(String(error)))
  const time = { ms: 20_000 * dayMs }
  const nothing = () => undefined
  const open = async () => {
    const keeper = new IndexKeeper({
      folder: join(stores.folder, 'search'),
      saveLock: fakeSaveLock(true),
      source: stores.searchSource,
      changeLog: stores.changeLog,
      changes: stores.changes,
      builder: builderOf(stores.folder),
      synonyms: [],
      newWords: { perDay, now: () => time.ms },
      log: createLog('silent', 2),
      observer: { searched: nothing, built: nothing, jobDone: nothing },
      maxSmallCatalogue: 0,
    })
    cleanUp(t, () => keeper.stop())
    await keeper.start()
    await until('the index is ready', () => keeper.status().state === 'ready')
    return keeper
  }
  const account = async (email: string) =>
    (await stores.accounts.add({ email, premium: false, admin: false, passwordHash: null })).id
  const [anna, ben] = [await account('anna@example.org'), await account('ben@example.org')]
  const filter = searchFilter({ maxRating: 'r', defaultRating: 'g', categoryId: null })
  const idsOf = async (keeper: IndexKeeper, text: string) => {
    await stores.changes.current()
    const ask = { text, filter, exactOnly: true, sort: 'newest' as const, start: 0, limit: 10 }
    return (await keeper.current().search(ask)).ids
  }
  const publish = async (ownerId: number, title: string) => (await publishGif(stores, { ownerId, title })).id
  return { stores, time, open, anna, ben, idsOf, publish }
}

const newWords = (name: string) => Array.from({ length: 20 }, (_, at) => `${name}${at}`).join(' ')

test('new words beyond the budget are indexed the next day, also after a restart, and those of others immediately', async (t) => {
  const { time, open, anna, ben, idsOf, publish } = await start(t)
  const first = await open()
  await publish(anna, newWords('a'))
  const late = await publish(anna, newWords('b'))
  const ofBen = await publish(ben, 'zyzzyva b3')
  assert.deepEqual(await idsOf(first, 'zyzzyva'), [ofBen])
  assert.deepEqual([await idsOf(first, 'b3'), await idsOf(first, 'b19')], [[ofBen, late], []])
  await first.indexDeferred()
  assert.deepEqual(await idsOf(first, 'b19'), [], 'it is the same day')
  await first.stop()

  const second = await open()
  assert.equal(second.status().index?.saved, undefined)
  assert.equal(second.status().index?.deferred, 1, 'it was loaded, not built')
  time.ms += dayMs
  await second.indexDeferred()
  assert.deepEqual(await idsOf(second, 'b19'), [late])
  assert.equal(second.status().index?.deferred, 0)
})

test('a rebuilt index has the words that waited for the next day', async (t) => {
  const { stores, open, anna, idsOf, publish } = await start(t)
  const first = await open()
  for (const name of ['a', 'b', 'c']) await publish(anna, newWords(name))
  assert.deepEqual(await idsOf(first, 'c19'), [])
  await first.stop()

  await rm(join(stores.folder, 'search'), { recursive: true })
  const second = await open()
  assert.equal((await idsOf(second, 'c19')).length, 1)
  assert.equal(second.status().index?.deferred, 0)
})
