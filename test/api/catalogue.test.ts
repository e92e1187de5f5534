import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../support/app.ts'
import { publishGif } from '../support/stores/gifs.ts'

const noWorker = { WORKER_CONCURRENCY: '0' }

test('a fresh instance lists about twenty categories, each with id, name and code', async (t) => {
  const app = await startApp(t, noWorker)
  const { status, body } = await app.json('/api/categories')
  assert.equal(status, 200)
  assert.equal(body.status, 'done')
  assert.ok(body.categories.length >= 18 && body.categories.length <= 30)
  for (const category of body.categories) {
    assert.ok(Number.isInteger(category.id))
    assert.match(category.code, /^[a-z0-9-]+$/)
    assert.ok(category.name.length > 0)
  }
})

test('a GIF record has the fields and types of the contract', async (t) => {
  const app = await startApp(t, noWorker)
  const gif = await app.withStores((stores) =>
    publishGif(stores, { title: 'Grumpy cat', tags: ['cat', 'mood'] }),
  )
  const { body } = await app.json(`/api/gif/${gif.code}`)
  assert.equal(body.status, 'done')
  assert.equal(body.result.length, 1)
  const record = body.result[0]!
  assert.deepEqual(record.category, { code: gif.category.code, name: gif.category.name })
  assert.equal(record.code, gif.code)
  assert.equal(record.title, 'Grumpy cat')
  assert.equal(record.width, '480')
  assert.equal(record.height, '270')
  for (const key of ['gif_url', 'thumb_url', 'mp4_url', 'webp_url'] as const) {
    assert.ok(record[key].startsWith(`${app.url}/media/gifs/${gif.mediaId}/`), key)
  }
  assert.deepEqual(record.tags, ['cat', 'mood'])
})

test('a GIF record lists the files of its GIF: always for a single code, in lists on request', async (t) => {
  const app = await startApp(t, noWorker)
  const token = await app.token('anna@example.org')
  const renditions = {
    gif: { width: 480, height: 270, bytes: 1000, frames: 30 },
    gif200w: { width: 200, height: 113, bytes: 300, frames: 30 },
    thumb: { width: 480, height: 270, bytes: null, frames: 1 },
  }
  const [gif, own] = await app.withStores(async (stores) => {
    const owner = (await stores.accounts.byEmail('anna@example.org'))!
    const shared = { title: 'Grumpy cat', alt: 'A cat frowns', renditions }
    const mine = { ...shared, visibility: 'private', rating: 'pg', ownerId: owner.id } as const
    return [await publishGif(stores, shared), await publishGif(stores, mine)]
  })
  const url = (file: string) => `${app.url}/media/gifs/${gif.mediaId}/${file}`
  const files = {
    gif: { url: url('gif.gif'), width: 480, height: 270, bytes: 1000 },
    thumb: { url: url('thumb.jpg'), width: 480, height: 270 },
    gif200w: { url: url('200w.gif'), width: 200, height: 113, bytes: 300 },
  }
  const paths = [`/api/gif/${gif.code}`, `/api/gif/${gif.code}`]
  for (const path of ['/api/find?q=cat', '/api/trending?', `/api/related/${gif.code}?`, '/api/random-gif?']) {
    const plain = (await app.json(path)).body.result[0]
    assert.equal(plain?.renditions, undefined, path)
    if (plain !== undefined) paths.push(`${path}&renditions=1`)
  }
  assert.ok(paths.length > 4)
  for (const path of paths) {
    const record = (await app.json(path)).body.result[0]
    assert.deepEqual(record?.renditions, files, path)
    assert.deepEqual([record?.alt, record?.rating, record?.visibility], ['A cat frowns', 'g', 'public'], path)
  }
  const headers = { authorization: `Bearer ${token}` }
  const secret = (await app.json(`/api/gif/${own.code}`, { headers })).body.result[0]
  assert.deepEqual([secret?.rating, secret?.visibility], ['pg', 'private'])
  assert.match(secret?.renditions?.gif200w?.url ?? '', /200w\.gif\?expires=/)
})

test('search gives the same results by JSON, urlencoded, multipart and by link', async (t) => {
  const app = await startApp(t, noWorker)
  await app.withStores(async (stores) => {
    for (let n = 0; n < 30; n++)
      await publishGif(stores, { title: `Happy dog ${n}`, categoryId: 1 + (n % 2) })
  })
  const first = (await app.json('/api/categories')).body.categories[0]!
  const values = { q: 'HÄPPY do', category: first.code, start: '3', limit: '5' }
  const form = new FormData()
  for (const [key, value] of Object.entries(values)) form.append(key, value)
  const answers = [
    await app.post('/api/find', { ...values, start: 3, limit: 5 }),
    await app.post('/api/find', values),
    await app.json('/api/find', { method: 'POST', body: new URLSearchParams(values) }),
    await app.json('/api/find', { method: 'POST', body: form }),
    await app.json(`/api/find?${new URLSearchParams(values)}`),
  ]
  for (const { status, body } of answers) {
    assert.equal(status, 200)
    assert.equal(body.total, 15)
    assert.equal(body.result.length, 5)
    assert.deepEqual(body, answers[0]!.body)
  }
  assert.deepEqual(
    answers[0]!.body.result.map(({ title }) => title),
    ['22', '20', '18', '16', '14'].map((n) => `Happy dog ${n}`),
  )
})

test('search gives 25 results by default', async (t) => {
  const app = await startApp(t, noWorker)
  await app.withStores(async (stores) => {
    for (let n = 0; n < 120; n++) await publishGif(stores, { title: 'cat' })
  })
  assert.equal((await app.post('/api/find', { q: 'cat' })).body.result.length, 25)
  const hundred = await app.post('/api/find', { q: 'cat', limit: 100 })
  assert.equal(hundred.body.result.length, 100)
  assert.equal(hundred.body.total, 120)
  assert.equal((await app.post('/api/find', { q: 'cat', start: 110 })).body.result.length, 10)
  for (const start of [500, 1e18])
    assert.deepEqual((await app.post('/api/find', { q: 'cat', start })).body.result, [])
  assert.equal((await app.json('/api/find?q[]=cat')).body.total, 120)
})

test('an unknown category code finds nothing, with total 0', async (t) => {
  const app = await startApp(t, noWorker)
  const { status, body } = await app.post('/api/find', { category: 'no-such-thing' })
  assert.equal(status, 200)
  assert.deepEqual(body, { status: 'done', total: 0, match: 'exact', result: [] })
})

test('search takes a rating, stickers and a shape, and reports the kind of match', async (t) => {
  const app = await startApp(t, noWorker)
  await app.withStores(async (stores) => {
    await publishGif(stores, { title: 'bear teen', rating: 'pg-13', hasAlpha: false })
    await publishGif(stores, { title: 'bear mild', rating: 'g', hasAlpha: true })
    await publishGif(stores, { title: 'bear bare', rating: 'r' })
  })
  const titlesOf = async (values: object) => {
    const { status, body } = await app.post('/api/find', { q: 'bear', ...values })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(Reflect.get(body, 'match'), 'exact')
    return body.result.map(({ title }) => title)
  }
  assert.deepEqual(await titlesOf({ sort: 'newest' }), ['bear mild', 'bear teen'])
  assert.deepEqual(await titlesOf({ rating: 'pg' }), ['bear mild'])
  assert.deepEqual(await titlesOf({ rating: 'r', match: 'exact' }), ['bear bare', 'bear mild', 'bear teen'])
  assert.equal((await titlesOf({ rating: 'r', nsfw: '1' })).length, 3)
  const refused = async (values: object) => {
    const { status, body } = await app.post('/api/find', { q: 'bear', ...values })
    return [status, body.error.field]
  }
  assert.deepEqual(await refused({ nsfw: '1', rating: 'pg' }), [422, 'rating'])
  assert.deepEqual(await refused({ rating: 'x' }), [422, 'rating'])
  assert.deepEqual(await refused({ sort: 'oldest' }), [422, 'sort'])
  assert.deepEqual(await refused({ match: 'close' }), [422, 'match'])
  assert.deepEqual(await refused({ aspect: 'tall' }), [422, 'aspect'])
})

test('NSFW GIFs are left out of search and random unless nsfw=1', async (t) => {
  const app = await startApp(t, noWorker)
  await app.withStores((stores) => publishGif(stores, { title: 'Bare bear', rating: 'r' }))
  assert.equal((await app.post('/api/find', { q: 'bear' })).body.total, 0)
  assert.equal((await app.post('/api/find', { q: 'bear', nsfw: '1' })).body.total, 1)
  assert.equal((await app.json('/api/random-gif')).status, 404)
  assert.equal((await app.json('/api/random-gif?nsfw=1')).status, 200)
})

test('a random GIF comes without its category, from the requested category', async (t) => {
  const app = await startApp(t, noWorker)
  const { categories } = (await app.json('/api/categories')).body
  const [first, second] = [categories[0]!, categories[1]!]
  await app.withStores(async (stores) => {
    await publishGif(stores, { title: 'one', categoryId: first.id })
    await publishGif(stores, { title: 'two', categoryId: second.id })
  })
  for (let n = 0; n < 10; n++) {
    const { body } = await app.json(`/api/random-gif?category=${second.id}`)
    assert.equal(body.status, 'done')
    assert.equal(body.result.length, 1)
    assert.equal(body.result[0]?.title, 'two')
    assert.equal('category' in (body.result[0] ?? {}), false)
  }
  assert.equal((await app.json('/api/random-gif?category=99999')).status, 404)
  assert.equal((await app.json('/api/random-gif')).status, 200)
})

test('a private GIF is visible to its owner only', async (t) => {
  const app = await startApp(t, noWorker)
  const owner = await app.token('owner@example.org')
  const other = await app.token('other@example.org')
  const gif = await app.withStores(async (stores) => {
    const account = await stores.accounts.byEmail('owner@example.org')
    return publishGif(stores, { title: 'secret dance', visibility: 'private', ownerId: account!.id })
  })
  const path = `/api/gif/${gif.code}`
  const unknown = await app.json('/api/gif/unknown')
  for (const headers of [{}, { authorization: `Bearer ${other}` }]) {
    const answer = await app.json(path, { headers })
    assert.equal(answer.status, 404)
    assert.deepEqual(answer.body, unknown.body)
  }
  const own = await app.json(path, { headers: { authorization: `Bearer ${owner}` } })
  assert.equal(own.status, 200)
  assert.match(own.headers.get('cache-control') ?? '', /private/)
  assert.match(own.body.result[0]!.gif_url, /[?&]signature=/)
  for (const headers of [{}, { authorization: `Bearer ${owner}` }]) {
    assert.equal((await app.json('/api/find?q=secret', { headers })).body.total, 0)
    assert.equal((await app.json('/api/random-gif', { headers })).status, 404)
  }
})

test('any text that a person types is a valid search, never an error', async (t) => {
  const app = await startApp(t, noWorker)
  await app.withStores((stores) => publishGif(stores, { title: 'C++ "quoted" AND (more) 100%' }))
  for (const q of [
    '"',
    '*',
    'NEAR(',
    'a AND',
    'title:',
    '-',
    '^',
    '\u0000',
    'c++',
    "'; DROP TABLE gif; --",
    '\ud800',
    '😀',
    '%',
    '_'.repeat(900),
  ]) {
    const { status, body } = await app.post('/api/find', { q })
    assert.equal(status, 200, q)
    assert.equal(body.status, 'done')
    assert.ok(Number.isInteger(body.total))
  }
  assert.equal((await app.post('/api/find', { q: '"quoted" AND (more' })).body.total, 1)
})
