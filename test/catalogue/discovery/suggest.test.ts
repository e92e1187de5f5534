import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relatedGifs } from '#src/catalogue/discovery/discovery.ts'
import { Suggester } from '#src/catalogue/discovery/suggest.ts'
import { BlockedWords } from '#src/catalogue/discovery/trend-text.ts'
import type { Completion } from '#src/search/search-index.ts'
import { openCatalogueIndex } from './catalogue-index.ts'
import { fakeOf } from '../../support/fakes.ts'
import type { ChangeFeed } from '#src/catalogue/change-feed.ts'
import { currentIndex } from '../../support/current-index.ts'
import { replaceIndex } from '../../support/current-index.ts'

const completion = (text: string): Completion => ({ text, kind: 'word', uses: 1 })

test('suggests GIFs that the first completion finds, and categories that have GIFs', async (t) => {
  const { stores, index, add } = await openCatalogueIndex(t)
  const [first] = await stores.catalogue.listCategories()
  const frog = await add({ title: 'A frog', categoryId: first!.id })
  await add({ title: 'A frost', categoryId: first!.id })
  const suggester = new Suggester(
    {
      index: replaceIndex(index, {
        complete: (_text, limit) => ['frog', 'frost'].map(completion).slice(0, limit),
      }),
      changes: stores.changes,
      catalogue: stores.catalogue,
    },
    new BlockedWords([]),
  )
  const { completions, gifIds } = await suggester.suggest('frg', 5)
  assert.deepEqual([completions.map(({ text }) => text), gifIds], [['frog', 'frost'], [frog.id]])
  assert.deepEqual((await suggester.suggest(first!.name.slice(0, 4), 5)).categories, [first])
  for (const text of ['', '  ', '"', '*(', '\u0000'])
    assert.deepEqual(await suggester.suggest(text, 5), { completions: [], categories: [], gifIds: [] })
})

test('the results of a completion are cached until the catalogue changes', async (t) => {
  const { stores } = await openCatalogueIndex(t)
  const changes = { position: { epoch: 'a', version: 1 } }
  let searches = 0
  const search = async () => ({ match: 'exact' as const, total: 1, ids: [++searches], corrected: null })
  const suggester = new Suggester(
    {
      index: currentIndex({
        search,
        complete: (text) => (text === 'none' ? [] : [completion('frog')]),
      }),
      changes: fakeOf<ChangeFeed>(changes),
      catalogue: stores.catalogue,
    },
    new BlockedWords([]),
  )
  const ask = async (text: string) => (await suggester.suggest(text, 5)).gifIds
  assert.deepEqual([await ask('f'), await ask('fr'), await ask('none')], [[1], [1], [2]])
  changes.position = { epoch: 'a', version: 2 }
  assert.deepEqual([await ask('f'), await ask('fr')], [[3], [3]])
})

test('blocked words are not completed', async (t) => {
  const { stores, index } = await openCatalogueIndex(t)
  const suggester = new Suggester(
    {
      index: replaceIndex(index, {
        complete: () => ['dismal', 'dismal swamp', 'dismally'].map(completion),
      }),
      changes: stores.changes,
      catalogue: stores.catalogue,
    },
    new BlockedWords(['dismal']),
  )
  const { completions } = await suggester.suggest('dis', 5)
  assert.deepEqual(
    completions.map(({ text }) => text),
    ['dismally'],
  )
})

test('similar GIFs come first, then the newest of the category, never an unlisted one', async (t) => {
  const { stores, add } = await openCatalogueIndex(t)
  const gif = await add({ title: 'this' })
  const hidden = await add({ title: 'hidden', hidden: true })
  const alike = await add({ title: 'alike', categoryId: 2 })
  await add({ title: 'older' })
  await add({ title: 'not safe', rating: 'r' })
  await add({ title: 'newer' })
  const found = await relatedGifs(
    { ...stores, index: currentIndex({ related: () => [hidden.id, alike.id] }) },
    gif,
    { maxRating: 'pg-13', limit: 5 },
  )
  assert.deepEqual(
    found.map(({ title }) => title),
    ['alike', 'newer', 'older'],
  )
})
