import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggest } from '#src/catalogue/suggest.ts'
import { openFinder } from '../support/finder.ts'
import { publishGif } from '../support/gifs.ts'
import { openTestStores } from '../support/stores.ts'

test('suggests tags that begin so, the most used first, then GIFs that match', async (t) => {
  const stores = await openTestStores(t)
  const finder = await openFinder(t, stores)
  await publishGif(stores, { title: 'One', tags: ['frozen', 'frog'] })
  await publishGif(stores, { title: 'Two', tags: ['frog', 'green pond'] })
  await publishGif(stores, { title: 'Three', tags: ['FRÖG'.toLowerCase()] })
  await publishGif(stores, { title: 'A frost', tags: ['ice'] })
  const { tags, gifs } = await suggest(finder, 'FRO')
  assert.deepEqual(tags, ['frog', 'fr\u00f6g', 'frozen'])
  assert.equal(gifs.length, 4)
  assert.deepEqual((await suggest(finder, 'green po')).tags, ['green pond'])
  assert.deepEqual((await suggest(finder, 'pon')).tags, ['green pond'])
})

test('suggests categories that have GIFs by the words of their names', async (t) => {
  const stores = await openTestStores(t)
  const finder = await openFinder(t, stores)
  const [first] = await stores.catalogue.listCategories()
  const suggested = async () => (await suggest(finder, first!.name.slice(0, 4).toUpperCase())).categories
  assert.deepEqual(await suggested(), [])
  await publishGif(stores, { categoryId: first!.id })
  assert.deepEqual(await suggested(), [first])
})

test('private, hidden and NSFW GIFs have no part in suggestions', async (t) => {
  const stores = await openTestStores(t)
  const finder = await openFinder(t, stores)
  const account = await stores.accounts.add({
    email: 'a@example.org',
    premium: false,
    admin: false,
    passwordHash: null,
  })
  await publishGif(stores, {
    title: 'Unicorn',
    tags: ['unicorn'],
    visibility: 'private',
    ownerId: account.id,
  })
  await publishGif(stores, { title: 'Unicorn', tags: ['unicorn'], hidden: true })
  await publishGif(stores, { title: 'Unicorn', tags: ['unicorn'], rating: 'r' })
  assert.deepEqual(await suggest(finder, 'unic'), { categories: [], tags: [], gifs: [] })
})

test('few are suggested, however much matches, and nothing for no words', async (t) => {
  const stores = await openTestStores(t)
  const finder = await openFinder(t, stores)
  for (let number = 0; number < 60; number++)
    await publishGif(stores, { title: `Cat ${number}`, tags: [`cat${number}`] })
  const { categories, tags, gifs } = await suggest(finder, 'cat')
  assert.ok(categories.length <= 2)
  assert.deepEqual([tags.length, gifs.length], [5, 4])
  for (const text of ['', '  ', '"', '*(', '\u0000']) {
    assert.deepEqual(await suggest(finder, text), { categories: [], tags: [], gifs: [] })
  }
})
