import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { publishGif } from '../support/stores/gifs.ts'
import { startSite } from '../support/site.ts'

type Item = { code: string; name: string; visibility: string; description: string | null; gifs: number }
type Answer = {
  total: number
  result: [Item, ...Item[]]
  collection: { code: string }
  error: { code: string; field?: string }
}

async function stage(t: TestContext, settings: Record<string, string> = {}) {
  const site = await startSite(t, settings)
  const anna = await site.signUp('anna@example.org')
  const ben = await site.signUp('ben@example.org')
  type Who = { headers: Record<string, string> } | null
  const call = async (who: Who, method: string, path: string, body?: Record<string, unknown>) => {
    const response = await site.fetch(`/api${path}`, {
      method,
      headers: { ...who?.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Answer
    return { status: response.status, headers: response.headers, body: answer, error: answer.error }
  }
  const codes = (answer: { body: { result: { code: string }[] } }) =>
    answer.body.result.map(({ code }) => code)
  return { site, anna, ben, call, codes }
}

test('a token keeps favorites that nobody else sees', async (t) => {
  const { site, anna, ben, call, codes } = await stage(t, { FAVOURITES_PER_ACCOUNT: '2' })
  const [one, two, three] = [await site.add(), await site.add(), await site.add()]
  const own = await site.add({ visibility: 'private', ownerId: ben.id })
  for (const { code } of [one, two]) {
    const { status, body } = await call(anna, 'PUT', `/gif/${code}/favourite`)
    assert.deepEqual([status, body], [200, { status: 'done', success: true }])
  }
  const listed = await call(anna, 'GET', '/mine/favourites?limit=1&renditions=1')
  assert.deepEqual([listed.body.total, codes(listed)], [2, [two.code]])
  assert.equal(listed.headers.get('cache-control'), 'private, no-store')
  const full = await call(anna, 'PUT', `/gif/${three.code}/favourite`)
  assert.deepEqual([full.status, full.error.code], [422, 'invalid_value'])
  assert.equal((await call(ben, 'GET', '/mine/favourites')).body.total, 0)

  assert.equal((await call(anna, 'PUT', `/gif/${own.code}/favourite`)).status, 404)
  assert.equal((await call(anna, 'PUT', '/gif/nothing/favourite')).status, 404)
  assert.equal((await call(null, 'PUT', `/gif/${one.code}/favourite`)).status, 401)
  assert.equal((await call(null, 'DELETE', `/gif/${one.code}/favourite`)).status, 401)
  assert.equal((await call(null, 'GET', '/mine/favourites')).status, 401)

  // A GIF that becomes private or hidden is in nobody else's list.
  await site.withStores(({ catalogue }) => catalogue.change(two.id, { visibility: 'private' }))
  assert.deepEqual(codes(await call(anna, 'GET', '/mine/favourites')), [one.code])
  assert.equal((await call(anna, 'DELETE', `/gif/${one.code}/favourite`)).status, 200)
  assert.equal((await call(anna, 'GET', '/mine/favourites')).body.total, 0)
})

test('a token creates a collection, fills and orders it, changes and deletes it', async (t) => {
  const { site, anna, ben, call, codes } = await stage(t)
  const [a, b, c] = [
    await site.add({ title: 'A' }),
    await site.add({ title: 'B' }),
    await site.add({ title: 'C' }),
  ]
  const made = await call(anna, 'POST', '/collections', { name: '  Party\n frogs ', description: '' })
  const [collection] = made.body.result
  const { code } = collection
  assert.deepEqual(
    { ...collection, created_at: '', updated_at: '' },
    {
      code,
      url: `${site.url}/c/${code}`,
      name: 'Party frogs',
      description: null,
      visibility: 'private',
      created_at: '',
      updated_at: '',
    },
  )
  const path = `/collections/${code}`
  for (const gif of [a, b, c]) assert.equal((await call(anna, 'PUT', `${path}/gifs/${gif.code}`)).status, 200)
  assert.equal((await call(anna, 'PUT', `${path}/gifs/${c.code}?place=1`)).status, 200)
  const own = await call(anna, 'GET', path)
  assert.deepEqual([own.body.total, codes(own)], [3, [c.code, a.code, b.code]])
  assert.deepEqual([own.body.collection.code, own.headers.get('cache-control')], [code, 'private, no-store'])

  // It does not exist for anyone else, whatever they request.
  for (const who of [ben, null]) assert.equal((await call(who, 'GET', path)).status, 404)
  for (const [method, address] of [
    ['PATCH', path],
    ['DELETE', path],
    ['PUT', `${path}/gifs/${a.code}`],
    ['DELETE', `${path}/gifs/${a.code}`],
  ] as const) {
    const body = method === 'PATCH' ? { name: 'Mine' } : undefined
    assert.equal((await call(ben, method, address, body)).status, 404, `${method} ${address}`)
    assert.equal((await call(null, method, address, body)).status, 401, `${method} ${address}`)
  }

  const open = await call(anna, 'PATCH', path, { visibility: 'public', description: 'They celebrate.' })
  assert.deepEqual(
    [open.body.result[0].name, open.body.result[0].visibility, open.body.result[0].description],
    ['Party frogs', 'public', 'They celebrate.'],
  )
  const seen = await call(null, 'GET', `${path}?start=1&limit=1`)
  assert.deepEqual([seen.body.total, codes(seen)], [3, [a.code]])
  assert.equal(seen.headers.get('cache-control'), 'no-cache')
  const listed = await call(anna, 'GET', '/mine/collections')
  assert.deepEqual([listed.body.total, listed.body.result[0].gifs], [1, 3])
  assert.equal((await call(anna, 'DELETE', `${path}/gifs/${a.code}`)).status, 200)
  assert.equal((await call(anna, 'DELETE', `${path}/gifs/${a.code}`)).status, 404)
  assert.equal((await call(anna, 'DELETE', path)).status, 200)
  assert.equal((await call(anna, 'GET', path)).status, 404)
  assert.equal((await call(null, 'GET', `/gif/${a.code}`)).status, 200)
})

test('a collection shows others only its public GIFs, and never reveals others', async (t) => {
  const { site, anna, ben, call, codes } = await stage(t)
  const made = await call(anna, 'POST', '/collections', { name: 'Mixed', visibility: 'public' })
  const path = `/collections/${made.body.result[0].code}`
  const [listed, unlisted, own] = await site.withStores(async (stores) => [
    await publishGif(stores, { title: 'Listed' }),
    await publishGif(stores, { title: 'Unlisted', visibility: 'unlisted' }),
    await publishGif(stores, { title: 'Own', visibility: 'private', ownerId: anna.id }),
  ])
  for (const gif of [own, unlisted, listed]) await call(anna, 'PUT', `${path}/gifs/${gif?.code}`)
  assert.deepEqual(codes(await call(anna, 'GET', path)), [own?.code, unlisted?.code, listed?.code])
  for (const who of [ben, null]) {
    const seen = await call(who, 'GET', path)
    assert.deepEqual([seen.body.total, codes(seen)], [1, [listed?.code]])
  }
  const foreign = await site.add({ visibility: 'private', ownerId: ben.id })
  assert.equal((await call(anna, 'PUT', `${path}/gifs/${foreign.code}`)).status, 404)
  await site.withStores(({ catalogue }) => catalogue.change(listed?.id ?? 0, { hidden: true }))
  assert.equal((await call(null, 'GET', path)).body.total, 0)
})

test('limits of collections are refused with the offending value', async (t) => {
  const { site, anna, call } = await stage(t, { COLLECTIONS_PER_ACCOUNT: '1', GIFS_PER_COLLECTION: '1' })
  const refusals = [
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'x'.repeat(20_000) }, 'name'],
    [{ name: 'Frogs', description: 'x'.repeat(501) }, 'description'],
    [{ name: 'Frogs', visibility: 'secret' }, 'visibility'],
  ] as const
  for (const [values, field] of refusals) {
    const { status, error } = await call(anna, 'POST', '/collections', values)
    assert.deepEqual([status, error.field], [422, field], JSON.stringify(values).slice(0, 80))
  }
  const made = await call(anna, 'POST', '/collections', { name: '🐸'.repeat(100) })
  assert.equal(made.status, 200)
  const more = await call(anna, 'POST', '/collections', { name: 'Toads' })
  assert.deepEqual([more.status, more.error.code], [422, 'invalid_value'])
  assert.equal((await call(null, 'POST', '/collections', { name: 'Toads' })).status, 401)
  const path = `/collections/${made.body.result[0].code}/gifs`
  const [one, two] = [await site.add(), await site.add()]
  assert.equal((await call(anna, 'PUT', `${path}/${one.code}`)).status, 200)
  assert.equal((await call(anna, 'PUT', `${path}/${two.code}`)).status, 422)
  assert.equal((await call(anna, 'PUT', `${path}/${one.code}?place=0`)).error.field, 'place')
})
