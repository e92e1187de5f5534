import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startApp } from '../support/app.ts'
import { newGif, publishClaimed } from '../contract/stores.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { createDeleteKeys } from '#src/catalogue/delete-keys.ts'

async function start(t: TestContext) {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const [owner, stranger] = [await app.token('owner@example.org'), await app.token('stranger@example.org')]
  const ownerId = await app.withStores(
    async ({ accounts }) => (await accounts.byEmail('owner@example.org'))!.id,
  )
  const as = (token: string | null, init: RequestInit = {}) => ({
    ...init,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }) },
  })
  return { app, owner, stranger, ownerId, as }
}

test('a token lists the GIFs of its account, of every visibility, newest first', async (t) => {
  const { app, owner, stranger, ownerId, as } = await start(t)
  const codes = await app.withStores(async (stores) => {
    const shown = ['public', 'unlisted', 'private'] as const
    const all: string[] = []
    for (const visibility of shown) all.push((await publishGif(stores, { ownerId, visibility })).code)
    await publishGif(stores, {})
    return all
  })
  const { status, headers, body } = await app.json('/api/mine?limit=2', as(owner))
  assert.equal(status, 200)
  assert.equal(body.total, 3)
  assert.deepEqual(
    body.result?.map(({ code }: { code: string }) => code),
    codes.toReversed().slice(0, 2),
  )
  assert.match(body.result?.[0]?.gif_url ?? '', /signature=/)
  assert.equal(headers.get('cache-control'), 'private, no-store')
  const rest = await app.json('/api/mine?start=2&renditions=1', as(owner))
  assert.deepEqual([rest.body.result?.[0]?.code, rest.body.result?.length], [codes[0], 1])
  assert.ok(rest.body.result?.[0]?.renditions)
  assert.equal((await app.json('/api/mine', as(stranger))).body.total, 0)
  assert.equal((await app.json('/api/mine')).status, 401)
  assert.equal((await app.json('/api/mine?limit=0', as(owner))).body.error?.field, 'limit')
})

test('an owner deletes a GIF by its code with a token; for others the GIF does not exist', async (t) => {
  const { app, owner, stranger, ownerId, as } = await start(t)
  const { code } = await app.withStores((stores) => publishGif(stores, { ownerId }))
  const remove = (token: string | null) => app.json(`/api/gif/${code}`, as(token, { method: 'DELETE' }))
  assert.equal((await remove(null)).status, 401)
  assert.equal((await remove(stranger)).status, 404)
  assert.equal((await app.json(`/api/gif/${code}`)).status, 200)
  const { status, body } = await remove(owner)
  assert.deepEqual([status, body], [200, { status: 'done', success: true }])
  assert.equal((await app.json(`/api/gif/${code}`)).status, 404)
  assert.equal((await remove(owner)).status, 404)
})

test('the link in the answer of a creation deletes its GIF after confirmation', async (t) => {
  const { app } = await start(t)
  const { body } = await app.post('/api/create-gif/source/url', {
    category: 1,
    url: 'https://example.org/clip.mp4',
    start: 0,
    end: 1,
  })
  const link = new URL(body.delete_url ?? '')
  const code = link.pathname.split('/')[1]!
  const path = link.pathname + link.search
  assert.equal(link.origin, new URL(app.url).origin)
  assert.equal((await app.fetch(path)).status, 404)
  await app.withStores(async (stores) => {
    const claim = await stores.tasks.claims.claim('test', 60_000)
    assert.ok(claim !== undefined && (await publishClaimed(stores, claim, newGif({ code }))))
  })

  const page = await app.fetch(path)
  assert.deepEqual(
    [page.status, page.headers.get('referrer-policy'), page.headers.get('cache-control')],
    [200, 'no-referrer', 'private, no-store'],
  )
  assert.equal((await app.json(`/api/gif/${code}`)).status, 200, 'viewing the page deletes nothing')
  const post = (key: string) =>
    app.fetch(link.pathname, {
      method: 'POST',
      body: new URLSearchParams({ key }),
      headers: { origin: app.url },
    })
  assert.equal((await post(createDeleteKeys('another secret').keyOf(code))).status, 404)
  assert.equal((await post('')).status, 404)
  assert.equal((await app.json(`/api/gif/${code}`)).status, 200)
  const deleted = await post(link.searchParams.get('key')!)
  assert.equal(deleted.status, 200)
  assert.match(await deleted.text(), /The GIF is deleted/)
  assert.equal((await app.json(`/api/gif/${code}`)).status, 404)
})
