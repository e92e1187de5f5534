import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Covers } from '#src/catalogue/discovery/covers.ts'
import { findRelatedTerms } from '#src/catalogue/discovery/related-terms.ts'
import { BlockedWords } from '#src/catalogue/discovery/trend-text.ts'
import { TrendingGifs, type TrendingScope } from '#src/catalogue/discovery/trending-gifs.ts'
import { AppError } from '#src/lib/app-error.ts'
import { openCatalogueIndex } from './catalogue-index.ts'
import { replaceIndex } from '../../support/current-index.ts'

const all: TrendingScope = { categoryId: null, maxRating: 'r' }

test('pages continue from trending GIFs to all others, without duplicates, with an exact total', async (t) => {
  const { stores, index, add, change } = await openCatalogueIndex(t)
  const ids: number[] = []
  for (let count = 0; count < 30; count++) {
    const { id } = await add({
      title: `GIF ${count}`,
      hasAlpha: count % 3 === 0,
      width: count % 2 === 0 ? 100 : 178,
      height: count % 5 === 0 ? 60 : 100,
      ...(count === 4 && { rating: 'r' as const }),
    })
    ids.push(id)
  }
  const [, second = 0, , , nsfw = 0, , sixth = 0, , eighth = 0, , , , last = 0] = ids
  await stores.trends.addUses(new Map([second, nsfw, sixth, eighth, last].map((id, at) => [id, at + 1])))
  await change(eighth, { hidden: true })
  const trending = new TrendingGifs({ ...stores, index }, stores.trends)
  const walk = async (scope: TrendingScope, limit: number) => {
    const found: number[] = []
    for (let start = 0; ; start += limit) {
      const page = await trending.page(scope, { start, limit })
      if (page.ids.length === 0) return { found, total: page.total }
      found.push(...page.ids)
    }
  }
  const listed = ids.filter((id) => id !== eighth)
  for (const limit of [1, 3, 7, 50]) {
    const { found, total } = await walk(all, limit)
    assert.deepEqual(found.slice(0, 4), [last, sixth, nsfw, second])
    assert.deepEqual(
      found.slice(4),
      listed.filter((id) => !found.slice(0, 4).includes(id)).toReversed(),
      'then the newest',
    )
    assert.equal(total, 29)
  }
  const safe = await walk({ ...all, maxRating: 'pg-13' }, 4)
  assert.deepEqual([safe.found.length, safe.total, safe.found.includes(nsfw)], [28, 28, false])
  const stickers = await walk({ ...all, hasAlpha: true, shape: 'standard' }, 2)
  const isMeant = (id: number) => {
    const count = ids.indexOf(id)
    return count % 3 === 0 && (count % 5 !== 0 || count % 2 === 0)
  }
  assert.deepEqual(
    stickers.found,
    [last, sixth, ...listed.filter(isMeant).toReversed()].filter((id, at, list) => list.indexOf(id) === at),
  )
  assert.equal(stickers.total, stickers.found.length)
})

test('without an index, a list is the newest GIFs', async (t) => {
  const { stores, index, add } = await openCatalogueIndex(t)
  const one = await add({ title: 'one' })
  const two = await add({ title: 'two' })
  await stores.trends.addUses(new Map([[one.id, 1]]))
  const search = async () => {
    throw new AppError('unavailable', { detail: 'indexBeingBuilt' })
  }
  const trending = new TrendingGifs({ ...stores, index: replaceIndex(index, { search }) }, stores.trends)
  const page = { start: 0, limit: 10 }
  assert.deepEqual(await trending.page(all, page), { total: 2, ids: [two.id, one.id] })
  await assert.rejects(trending.page({ ...all, hasAlpha: true }, page), { code: 'unavailable' })
})

test('the cover of a text is the first GIF found that may be shown', async (t) => {
  const { stores, index, add, change } = await openCatalogueIndex(t)
  const old = await add({ title: 'A frog', rating: 'g' })
  const young = await add({ title: 'A frog', rating: 'pg' })
  await add({ title: 'A toad', rating: 'r' })
  const covers = new Covers({ ...stores, index })
  const texts = ['toad', 'frog', 'nothing']
  assert.deepEqual(await covers.find(texts, 'pg'), [{ text: 'frog', gifId: young.id }])
  assert.deepEqual(await covers.find(texts, 'g'), [{ text: 'frog', gifId: old.id }])
  assert.equal((await covers.find(texts, 'r')).length, 2)
  await change(young.id, { hidden: true })
  await stores.changes.notice()
  assert.deepEqual(await covers.find(texts, 'pg'), [{ text: 'frog', gifId: old.id }])
})

test('terms related to a text are the tags of its results, without its own words and blocked ones', async (t) => {
  const { stores, index, add } = await openCatalogueIndex(t)
  await add({ title: 'Frog one', tags: ['frog', 'jumping', 'pond'] })
  await add({ title: 'Frog two', tags: ['frogs', 'pond', 'mail@example.org', 'secret word'] })
  await add({ title: 'Frog three', tags: ['sinful'], rating: 'r' })
  const deps = {
    ...stores,
    index: replaceIndex(index, {
      complete: () => [{ text: 'frog pond', kind: 'phrase' as const, uses: 1 }],
    }),
  }
  const blocked = new BlockedWords(['secret'])
  assert.deepEqual(await findRelatedTerms(deps, blocked, 'FROG', 10), [
    'pond',
    'frogs',
    'jumping',
    'frog pond',
  ])
  assert.deepEqual(await findRelatedTerms(deps, blocked, 'frog', 1), ['pond'])
  assert.deepEqual(await findRelatedTerms(deps, blocked, '?!', 10), [])
})
