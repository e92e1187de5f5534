import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { type TestApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const settings = { WORKER_CONCURRENCY: '0', TRUSTED_PROXIES: '127.0.0.1' }
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const from = (address: string, userAgent = browser) => ({
  'x-forwarded-for': address,
  'user-agent': userAgent,
})

async function add(app: TestApp, gifs: Partial<NewGif>[]): Promise<Gif[]> {
  return app.withStores(async (stores) => {
    const added = []
    for (const gif of gifs) added.push(await publishGif(stores, gif))
    return added
  })
}

const use = (app: TestApp, { code }: Gif, kind: string, address: string) =>
  app.post(`/api/use/${code}`, { kind }, from(address))

const titles = async (app: TestApp, query = '') =>
  (await app.json(`/api/trending${query}`)).body.result.map(({ title }) => title)

/** The uses of each GIF, by title. */
async function usesAfter(app: TestApp): Promise<Record<string, number>> {
  await app.stop()
  return app.withStores(async ({ db }) => {
    const rows = await db.selectFrom('gif').select(['title', 'uses']).where('uses', '>', 0).execute()
    return Object.fromEntries(rows.map(({ title, uses }) => [title, uses]))
  })
}

test('GIFs that people share trend, followed by the newest; each viewer counts once', async (t) => {
  const app = await startSite(t, settings)
  const [two, one] = await add(app, [{ title: 'two' }, { title: 'one' }, { title: 'three', rating: 'r' }])
  for (let time = 0; time < 20; time++) await use(app, one!, 'share', '192.0.2.1')
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await use(app, two!, 'copy', address)
  await until('the counts are written', async () => (await titles(app, '?limit=1'))[0] === 'two')
  assert.deepEqual(await titles(app), ['two', 'one'])
  assert.deepEqual(await titles(app, '?nsfw=1'), ['two', 'one', 'three'])
  const { body, headers } = await app.json('/api/trending?limit=1')
  assert.deepEqual([body.status, body.total, body.result.length], ['done', 1, 1])
  assert.equal(body.result[0]?.category?.code, 'animals')
  assert.equal(headers.get('cache-control'), 'public, max-age=30')
  assert.deepEqual(await usesAfter(app), { one: 5, two: 15 })
})

test('a category has its own trending GIFs, and excludes those that have become private or hidden', async (t) => {
  const app = await startSite(t, settings)
  const given = ['one', 'two', 'three', 'four'].map((title, index) => ({
    title,
    categoryId: 1 + (index % 2),
  }))
  const [one, two, three] = await add(app, given)
  await use(app, one!, 'share', '192.0.2.1')
  await use(app, two!, 'share', '192.0.2.2')
  await use(app, three!, 'view', '192.0.2.1')
  const [first] = (await app.json('/api/categories')).body.categories as { code: string }[]
  const query = `?category=${first!.code}`
  await until('the counts are written', async () => (await titles(app, query))[0] === 'one')
  assert.deepEqual(await titles(app, query), ['one', 'three'])
  assert.deepEqual(await titles(app, '?category=nothing'), [])
  await app.withStores(async ({ catalogue }) => {
    await catalogue.change(one!.id, { hidden: true })
    await catalogue.change(three!.id, { visibility: 'private' })
  })
  assert.deepEqual(await titles(app, query), [])
  assert.deepEqual((await titles(app)).toSorted(), ['four', 'two'])
})

test('pages, players and downloads count when people open them, HEAD and crawlers do not', async (t) => {
  const app = await startSite(t, settings)
  const page = await app.addWithFiles({ title: 'page' })
  const player = await app.addWithFiles({ title: 'player' })
  const file = await app.addWithFiles({ title: 'file' })
  const unopened = await app.addWithFiles({ title: 'unopened' })
  const get = async (path: string, init: RequestInit = { headers: from('192.0.2.1') }) => {
    const answer = await fetch(app.url + path, init)
    await answer.arrayBuffer()
    return answer.status
  }
  const download = ({ mediaId }: Gif) => `/media/gifs/${mediaId}/gif.gif?download=1`
  assert.equal(await get(`/${page.code}`), 200)
  assert.equal(await get(`/embed/${player.code}`), 200)
  assert.equal(await get(download(file)), 200)
  for (const path of [`/${unopened.code}`, `/embed/${unopened.code}`, download(unopened)]) {
    assert.equal(await get(path, { method: 'HEAD', headers: from('192.0.2.1') }), 200)
    assert.equal(await get(path, { headers: from('192.0.2.1', 'Googlebot/2.1') }), 200)
    assert.equal(await get(path, { headers: { ...from('192.0.2.1'), 'sec-purpose': 'prefetch' } }), 200)
  }
  assert.equal(await get(`/media/gifs/${unopened.mediaId}/gif.gif`), 200)
  assert.equal(await get(`/api/gif/${unopened.code}`), 200)
  assert.deepEqual(await usesAfter(app), { page: 1, player: 1, file: 3 })
})

test('uses of GIFs that are not public are neither counted nor revealed to others', async (t) => {
  const app = await startSite(t, settings)
  const token = await app.token('owner@example.org')
  const ownerId = await app.withStores(
    async ({ accounts }) => (await accounts.byEmail('owner@example.org'))!.id,
  )
  const [open, secret] = await add(app, [
    { title: 'unlisted', visibility: 'unlisted' },
    { title: 'private', visibility: 'private', ownerId },
  ])
  assert.equal((await use(app, open!, 'share', '192.0.2.1')).status, 200)
  const refused = await use(app, secret!, 'share', '192.0.2.1')
  assert.deepEqual([refused.status, refused.body.error.code], [404, 'not_found'])
  assert.deepEqual(refused.body, (await app.post('/api/use/nothing', { kind: 'share' })).body)
  const own = await app.post(
    `/api/use/${secret!.code}`,
    { kind: 'share' },
    { authorization: `Bearer ${token}` },
  )
  assert.equal(own.status, 200)
  assert.deepEqual(await usesAfter(app), {})
})

test('a report of a use names a kind; beacons and JSON are read alike', async (t) => {
  const app = await startSite(t, settings)
  const [gif] = await add(app, [{ title: 'one' }])
  for (const body of [{}, { kind: '' }, { kind: 'like' }, { kind: ['share'] }]) {
    const { status, body: answer } = await app.post(`/api/use/${gif!.code}`, body)
    assert.deepEqual([status, answer.error.field], [422, 'kind'], JSON.stringify(body))
  }
  const beacon = { method: 'POST', body: new URLSearchParams({ kind: 'share' }) }
  const { status, body } = await app.json(`/api/use/${gif!.code}`, beacon)
  assert.deepEqual([status, body], [200, { status: 'done', success: true }])
  for (const query of ['?limit=0', '?limit=101', '?limit=x', '?nsfw=maybe'])
    assert.equal((await app.json(`/api/trending${query}`)).status, 422, query)
  assert.deepEqual(await usesAfter(app), { one: 5 })
})

test('reports of uses have the same limits as other calls', async (t) => {
  const app = await startSite(t, { ...settings, RATE_LIMIT: 'on', READS_PER_MINUTE: '3' })
  const [gif] = await add(app, [{ title: 'one' }])
  const statuses = []
  for (let call = 0; call < 4; call++) statuses.push((await use(app, gif!, 'share', '2001:db8::1')).status)
  assert.deepEqual(statuses, [200, 200, 200, 429])
})
