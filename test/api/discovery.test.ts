import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { until } from '../support/until.ts'

const settings = { WORKER_CONCURRENCY: '0', TRUSTED_PROXIES: '127.0.0.1' }

const searchBy = async (app: TestApp, viewers: number, q: string) => {
  for (let viewer = 1; viewer <= viewers; viewer++) {
    const headers = { 'x-forwarded-for': `192.0.2.${viewer}` }
    const { status } = await app.post('/api/find', { q }, headers)
    assert.equal(status, 200)
  }
}

const searches = async (app: TestApp, query = '') =>
  (await app.json(`/api/trending-searches${query}`)).body.result as unknown as string[]

test('searches by five viewers trend, from the API and its links', async (t) => {
  const app = await startApp(t, settings)
  await app.withStores(async (stores) => {
    await publishGif(stores, { title: 'Okapi parade' })
    await publishGif(stores, { title: 'Zorilla', rating: 'r' })
  })
  await until('the GIF is found', async () => (await app.post('/api/find', { q: 'okapi' })).body.total === 1)
  assert.deepEqual(await searches(app), [])
  await searchBy(app, 9, 'zorilla')
  await searchBy(app, 9, 'nothing')
  await searchBy(app, 4, 'parade')
  await searchBy(app, 4, 'OKAPI')
  await app.json('/api/find?q=okapi', { headers: { 'x-forwarded-for': '192.0.2.9' } })
  await until('it trends', async () => (await searches(app)).length > 0)
  assert.deepEqual(await searches(app), ['okapi'])
  const { headers } = await app.json('/api/trending-searches')
  assert.equal(headers.get('cache-control'), 'public, max-age=30')
  for (const query of ['?limit=0', '?limit=21', '?limit=x']) {
    const { status, body } = await app.json(`/api/trending-searches${query}`)
    assert.deepEqual([status, body.error.field], [422, 'limit'], query)
  }
})

test('trending searches can be turned off, and words blocked', async (t) => {
  const off = await startApp(t, { ...settings, TRENDING_SEARCHES: 'off' })
  const blocking = await startApp(t, { ...settings, BLOCKED_WORDS: 'Okapi, other' })
  for (const app of [off, blocking]) {
    await app.withStores((stores) => publishGif(stores, { title: 'Okapi parade' }))
    await until('it is found', async () => (await app.post('/api/find', { q: 'okapi' })).body.total === 1)
    await searchBy(app, 9, 'okapi')
    await searchBy(app, 9, 'parade')
  }
  await until('it trends', async () => (await searches(blocking)).length > 0)
  assert.deepEqual(await searches(blocking), ['parade'])
  assert.deepEqual(await searches(off), [])
})

test('suggestions contain categories and GIFs that are safe for work, for any input', async (t) => {
  const app = await startApp(t, settings)
  await app.withStores(async (stores) => {
    await publishGif(stores, { title: 'Okapi parade', tags: ['okapi'] })
    await publishGif(stores, { title: 'Okapi', rating: 'r' })
    await publishGif(stores, { title: 'Okapi', visibility: 'unlisted' })
  })
  type Suggested = {
    status: string
    result: object[]
    categories: { code: string }[]
    gifs: { title: string }[]
  }
  const ask = async (q: string, more = '') => {
    const { status, body, headers } = await app.json(`/api/suggest?q=${encodeURIComponent(q)}${more}`)
    assert.equal(status, 200, q)
    assert.equal(headers.get('cache-control'), 'public, max-age=30')
    return body as unknown as Suggested
  }
  await until('the GIF is found', async () => (await ask('okapi')).gifs.length > 0)
  assert.deepEqual(
    (await ask('oka')).gifs.map(({ title }) => title),
    ['Okapi parade'],
  )
  assert.deepEqual(
    (await ask('anim')).categories.map(({ code }) => code),
    ['animals'],
  )
  for (const q of ['', ' ', '*"(', '\u0000', '😂', 'x'.repeat(1000), 'a '.repeat(500)]) await ask(q)
  assert.equal((await app.json('/api/suggest')).status, 200)
  for (const query of ['?q=a&limit=0', '?q=a&limit=21']) {
    const { status, body } = await app.json(`/api/suggest${query}`)
    assert.deepEqual([status, body.error.field], [422, 'limit'])
  }
  const long = await app.json(`/api/suggest?q=${'x'.repeat(1001)}`)
  assert.deepEqual([long.status, long.body.error.field], [422, 'q'])
})

test('related GIFs are listed ones, without the GIF itself; a private one has none for others', async (t) => {
  const app = await startApp(t, settings)
  const token = await app.token('owner@example.org')
  const [gif, secret] = await app.withStores(async (stores) => {
    const ownerId = (await stores.accounts.byEmail('owner@example.org'))!.id
    const tags = ['okapi', 'parade']
    await publishGif(stores, { title: 'Two', tags })
    await publishGif(stores, { title: 'Not safe', tags, rating: 'r' })
    await publishGif(stores, { title: 'Hidden', tags, hidden: true })
    return [
      await publishGif(stores, { title: 'One', tags }),
      await publishGif(stores, { title: 'Secret', tags, visibility: 'private', ownerId }),
    ]
  })
  const { body } = await app.json(`/api/related/${gif.code}`)
  assert.deepEqual([body.status, body.total, body.result.map(({ title }) => title)], ['done', 1, ['Two']])
  const more = await app.json(`/api/related/${gif.code}?nsfw=1`)
  assert.deepEqual(more.body.result.map(({ title }) => title).toSorted(), ['Not safe', 'Two'])
  assert.equal((await app.json(`/api/related/${gif.code}?nsfw=1&limit=1`)).body.total, 1)
  const missing = await app.json('/api/related/nothing')
  const refused = await app.json(`/api/related/${secret.code}`)
  assert.deepEqual([refused.status, refused.body], [404, missing.body])
  const own = await app.json(`/api/related/${secret.code}`, { headers: { authorization: `Bearer ${token}` } })
  assert.deepEqual([own.status, own.headers.get('cache-control')], [200, 'private, no-store'])
})

test('searches for suggestions and related GIFs have the same limits as searches', async (t) => {
  const app = await startApp(t, { ...settings, RATE_LIMIT: 'on', SEARCHES_PER_MINUTE: '2' })
  const gif = await app.withStores((stores) => publishGif(stores))
  const statuses = []
  for (const path of ['/api/suggest?q=a', `/api/related/${gif.code}`, '/api/suggest?q=b'])
    statuses.push((await app.json(path)).status)
  assert.deepEqual(statuses, [200, 200, 429])
})
