import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coveredCategories } from '#src/catalogue/discovery/category-covers.ts'
import { TrendingGifs } from '#src/catalogue/discovery/trending-gifs.ts'
import { publishGif } from '../../support/gifs.ts'
import { openTestStores } from '../../support/stores.ts'

test('a category is covered by its GIF that trends most, and left out where none may be seen', async (t) => {
  const stores = await openTestStores(t)
  const { catalogue, uses } = stores
  const [first, second, third] = await catalogue.listCategories()
  const add = (title: string, category = first!, given = {}) =>
    publishGif(stores, { title, categoryId: category.id, ...given })
  const used = await add('used')
  await add('newer')
  await add('spicy', second, { rating: 'r' })
  await add('private', third, { visibility: 'private' })
  await uses.addUses(new Map([[used.id, 5]]))
  const covers = async (maxRating: 'pg-13' | 'r') => {
    const trending = new TrendingGifs({
      uses,
      catalogue,
      mostUsed: async (scope, limit) => (await catalogue.newest(scope, { start: 0, limit })).ids,
    })
    const discovery = {
      trendingGifs: ({ limit, ...list }: Parameters<typeof trending.find>[0] & { limit: number }) =>
        trending.find(list, limit),
    }
    const found = await coveredCategories({ catalogue, discovery }, maxRating)
    return found.map(({ category, cover }) => [category.code, cover.title])
  }
  assert.deepEqual(await covers('pg-13'), [[first!.code, 'used']])
  assert.deepEqual(await covers('r'), [
    [first!.code, 'used'],
    [second!.code, 'spicy'],
  ])
})
