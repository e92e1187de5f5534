import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type TestContext, test } from 'node:test'
import { SqlTrendStore } from '#src/adapters/db/shared/catalogue/trend-store.ts'
import { BlockedWords } from '#src/catalogue/discovery/trend-text.ts'
import { TrendingSearches } from '#src/catalogue/discovery/trending-searches.ts'
import { createLog } from '#src/lib/log/log.ts'
import type { Clock } from '#src/lib/clock.ts'
import type { TestStores } from '../../support/stores/stores.ts'
import { openCatalogueIndex } from './catalogue-index.ts'

const dayMs = 24 * 60 * 60_000
const minViewers = 5

function trendStore({ db }: TestStores, clock: Clock, halfLifeMs: number) {
  return new SqlTrendStore(db, clock, { halfLifeMs, defaultRating: 'pg' })
}

async function trendingOf(t: TestContext, { blocked = [] as string[] } = {}) {
  const { stores, index, add, change } = await openCatalogueIndex(t)
  let aheadMs = 0
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + aheadMs)
  const clock = { nowMs: 20_000 * dayMs, now: () => clock.nowMs }
  const deps = {
    ...stores,
    index,
    trends: trendStore(stores, clock, 2 * dayMs),
    settings: { trendingSearches: true, minTrendingViewers: minViewers, blockedWords: blocked },
    clock,
    log: createLog('silent'),
  }
  const searches = new TrendingSearches(deps, new BlockedWords(blocked))
  const search = (text: string, address: string, changes: object = {}) =>
    searches.note({ text, start: 0, match: 'exact', total: 1, ...changes }, { address, isPerson: true })
  return {
    add,
    change,
    clock,
    search,
    searches,
    /** The given number of viewers search for it. */
    searchBy: (count: number, text: string, first = 1) => {
      for (let viewer = first; viewer < first + count; viewer++) search(text, `192.0.2.${viewer}`)
    },
    list: async () => {
      await searches.write()
      // A list is used for a second, and the cache of lists may read the clock only once per millisecond.
      aheadMs += 1001
      await pause(2)
      return searches.list(10)
    },
    stored: async () =>
      (await stores.db.selectFrom('search_trend').selectAll().execute()).map(({ text }) => text),
  }
}

test('a search trends after at least five viewers made it in a day, the most frequent first', async (t) => {
  const { add, searchBy, list, stored, clock } = await trendingOf(t)
  await add({ title: 'Happy birthday cat' })
  searchBy(4, 'birthday')
  for (let time = 0; time < 9; time++) searchBy(4, 'cat')
  assert.deepEqual(await list(), [])
  clock.nowMs += dayMs
  searchBy(4, 'birthday', 100)
  assert.deepEqual(await list(), [], "yesterday's do not count")
  searchBy(6, 'Birthday CAT!')
  searchBy(1, 'birthday', 104)
  assert.deepEqual(await list(), ['birthday cat', 'birthday'])
  searchBy(3, 'birthday', 105)
  assert.deepEqual(await list(), ['birthday', 'birthday cat'])
  assert.deepEqual((await stored()).toSorted(), ['birthday', 'birthday cat'])
  clock.nowMs += 30 * dayMs
  assert.deepEqual(await list(), [], 'searches that nobody makes any more are forgotten')
})

test('all addresses of a /48 count as one viewer of a search', async (t) => {
  const { add, search, list } = await trendingOf(t)
  await add({ title: 'Okapi' })
  for (let network = 0; network < 20; network++) search('okapi', `2001:db8:1:${network}::1`)
  assert.deepEqual(await list(), [])
  for (let site = 2; site < 6; site++) search('okapi', `2001:db8:${site}::1`)
  assert.deepEqual(await list(), ['okapi'])
})

test('only words of public GIFs that are safe for work appear, as whole words of one GIF', async (t) => {
  const { add, change, searchBy, list, stored } = await trendingOf(t)
  await add({ title: 'Quokka dances', tags: ['smiling face'] })
  await add({ title: 'Zorilla', visibility: 'private', ownerId: null })
  await add({ title: 'Zyzzyva', hidden: true })
  await add({ title: 'Numbat', rating: 'r' })
  await add({ title: 'Potoroo', visibility: 'unlisted' })
  for (const text of [
    'zorilla',
    'zyzzyva',
    'numbat',
    'potoroo',
    'nothing',
    'quok',
    'dancing',
    'quokka zorilla',
  ])
    searchBy(9, text)
  assert.deepEqual(await list(), [])
  assert.deepEqual(await stored(), [])
  const shown = await add({ title: 'Bilby' })
  for (const text of ['face quokka', 'bilby']) searchBy(9, text)
  assert.deepEqual(await list(), ['bilby', 'face quokka'])
  await change(shown.id, { hidden: true })
  assert.deepEqual(await list(), ['face quokka'])
  await change(shown.id, { hidden: false, rating: 'r' })
  assert.deepEqual(await list(), ['face quokka'])
})

test('a search is shown in the spelling of the GIF that it finds', async (t) => {
  const { add, searchBy, list } = await trendingOf(t)
  await add({
    title: 'Fête Nationale',
    tags: ['spaß', 'c\u0336\u0337\u0338\u0335\u0336\u0337at', '東京タワー'],
  })
  searchBy(9, 'fete nationale')
  searchBy(8, 'SPASS')
  searchBy(7, 'cat')
  searchBy(6, '東京')
  searchBy(5, 'fête spass')
  assert.deepEqual(await list(), ['fête nationale', 'spaß', 'cat', '東京', 'fête spaß'])
})

test('further pages, close matches, searches without results and crawlers do not count', async (t) => {
  const { add, search, searches, list } = await trendingOf(t)
  await add({ title: 'cat' })
  for (let viewer = 0; viewer < 9; viewer++) {
    const address = `192.0.2.${viewer}`
    search('cat', address, { start: 25 })
    search('cat', address, { match: 'close' })
    search('cat', address, { match: 'partial' })
    search('cat', address, { total: 0 })
    searches.note({ text: 'cat', start: 0, match: 'exact', total: 1 }, { address, isPerson: false })
  }
  assert.deepEqual(await list(), [])
})

test('e-mail addresses, numbers and blocked words do not trend, even as words of public GIFs', async (t) => {
  const { add, searchBy, list } = await trendingOf(t, { blocked: ['Dismal'] })
  await add({ title: 'ada@example.org 555 123 4567 a dismal swamp' })
  for (const text of ['ada@example.org', '555 123 4567', 'dismal swamp', 'swamp']) searchBy(9, text)
  assert.deepEqual(await list(), ['swamp'])
})

test('a bounded number of searches is remembered per viewer', async (t) => {
  const { add, search, searchBy, list } = await trendingOf(t)
  await add({ title: 'cat dog' })
  for (let viewer = 1; viewer <= 9; viewer++)
    for (let number = 0; number < 200; number++) search(`word ${viewer} ${number}`, `192.0.2.${viewer}`)
  searchBy(9, 'cat')
  searchBy(5, 'dog', 50)
  assert.deepEqual(await list(), ['dog'])
})

test('at most a thousand searches are kept', async (t) => {
  const { stores } = await openCatalogueIndex(t)
  const clock = { now: () => 20_000 * dayMs }
  const store = trendStore(stores, clock, dayMs)
  await store.addSearches(
    new Map(Array.from({ length: 1100 }, (_, number) => [`text ${number}`, 5 + number])),
  )
  const kept = await store.trendingSearches(2000)
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [1000, 'text 1099', 'text 100'])
})
