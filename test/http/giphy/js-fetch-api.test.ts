import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FetchError, GiphyFetch, gifPaginator, setServerUrl } from '@giphy/js-fetch-api'
import { startGiphySite } from './giphy-site.ts'

/** The vendor's own library (github.com/Giphy/giphy-js, packages/fetch-api), unchanged except for its address. */
test('@giphy/js-fetch-api: every method answers, and its paginator walks 120 GIFs and stops', async (t) => {
  const site = await startGiphySite(t)
  const gifs = await site.add(
    Array.from({ length: 120 }, (_, number) => ({
      title: `Frog ${number}`,
      tags: ['frog'],
      hasAlpha: number % 10 === 0,
    })),
  )
  setServerUrl(`${site.url}/v1/`)
  const giphy = new GiphyFetch('any key')
  const [first, second] = gifs.map(({ code }) => code) as [string, string]

  const search = await giphy.search('frog', { limit: 3, sort: 'recent', lang: 'en' })
  assert.deepEqual(
    search.data.map(({ title }) => title),
    ['Frog 119', 'Frog 118', 'Frog 117'],
  )
  assert.equal(search.pagination.total_count, 120)
  const [found] = search.data
  assert.equal(found?.images.fixed_width.width, 480)
  assert.equal(found.alt_text, 'Frog 119')
  assert.equal((await giphy.search('frog', { type: 'stickers' })).pagination.total_count, 12)
  assert.equal((await giphy.search('frog', { channel: 'nobody' })).data.length, 0)
  assert.deepEqual((await giphy.search('frog', { type: 'text' })).data, [])
  assert.deepEqual((await giphy.search('frog', { type: 'videos' })).data, [])
  assert.equal((await giphy.trending({ limit: 2, rating: 'g' })).data.length, 2)
  assert.ok((await giphy.trending({ type: 'stickers' })).data.every(({ is_sticker: is }) => is))
  assert.equal((await giphy.gif(first)).data.id, first)
  assert.deepEqual(
    (await giphy.gifs([second, first, 'unknown'])).data.map(({ id }) => id),
    [second, first],
  )
  const [category] = (await giphy.categories()).data
  assert.ok(category?.gif?.images.fixed_width.url)
  assert.deepEqual((await giphy.subcategories(category.name_encoded)).data, [])
  assert.equal((await giphy.gifs(category.name_encoded, 'frog')).pagination.total_count, 120)
  assert.match((await giphy.random({ tag: 'frog' })).data.title, /^Frog/)
  assert.match((await giphy.random({ type: 'stickers' })).data.title, /^Frog/)
  assert.equal((await giphy.related(first, { limit: 4 })).data.length, 4)
  for (const list of [
    giphy.emoji(),
    giphy.emojiDefaultVariations(),
    giphy.animate('hi'),
    giphy.channels('x'),
  ])
    assert.deepEqual((await list).data, [])
  assert.deepEqual((await giphy.emojiVariations('e1')).data, [])
  await assert.rejects(giphy.gif('unknown'), (error) => error instanceof FetchError && error.status === 404)

  for (const list of [
    (offset: number) => giphy.search('frog', { offset }),
    (offset: number) => giphy.trending({ offset }),
  ]) {
    let requests = 0
    const next = gifPaginator((offset) => {
      requests++
      return list(offset)
    })
    let all = await next()
    for (let time = 1; time < 7; time++) all = await next()
    assert.equal(requests, 5)
    assert.deepEqual(all.map(({ id }) => String(id)).toSorted(), gifs.map(({ code }) => code).toSorted())
  }
})
