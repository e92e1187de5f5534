import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { startApp } from '../support/app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { addGifs, addTitles, find, untilReady } from '../support/stores/searching.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { builderOf, fakeBuilder } from '../support/stores/search-builder.ts'
import { until } from '../support/until.ts'

test('while the index is built searches answer 503 with Retry-After, the page says so, and everything else works', async (t) => {
  const folder = await dataFolder(t)
  await addGifs(folder, 2500)
  const code = await addTitles(folder, ['A zebrafish'])
  const held = Promise.withResolvers<void>()
  const builder = builderOf(folder)
  const app = await startApp(
    t,
    { DATA_DIR: folder, WORKER_CONCURRENCY: '0' },
    { searchBuilder: fakeBuilder((onProgress) => held.promise.then(() => builder.build(onProgress))) },
  )

  // Before the app is stopped, which waits for it.
  cleanUp(t, () => held.resolve())

  // On a slow machine a check may take longer than its limit.
  await until('only the index is missing', async () => {
    const readyz = await app.fetch('/readyz')
    assert.equal(readyz.status, 503)
    return isDeepStrictEqual(await readyz.json(), { status: 'not ready', failing: ['search'] })
  })
  assert.equal((await app.fetch('/healthz')).status, 200)

  const searches = {
    'POST /api/find': await app.post('/api/find', { q: 'zebrafish' }),
    'GET /api/suggest': await app.json('/api/suggest?q=zeb'),
    'GET /api/related': await app.json(`/api/related/${code}`),
  }
  for (const [name, { status, headers, body }] of Object.entries(searches)) {
    assert.equal(status, 503, name)
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, name)
    assert.equal(body.error?.code, 'unavailable', name)
  }
  const page = await app.fetch('/?q=zebrafish', { headers: { accept: 'text/html' } })
  assert.equal(page.status, 503)
  assert.match(page.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.match(await page.text(), /search index is being built\. Try again in a moment\./)

  // Lists without text, records, creations and all other pages do not need the index.
  assert.match(await (await app.fetch('/')).text(), /A zebrafish/)
  for (const path of [
    '/api/categories',
    '/api/trending',
    '/api/trending-searches',
    `/api/gif/${code}`,
    '/',
    `/embed/${code}`,
  ])
    assert.equal((await app.fetch(path)).status, 200, path)
  const values = { category: '1', start: '0', end: '2', url: 'https://example.org/clip.mp4' }
  assert.equal((await app.post('/api/create-gif/source/url', values)).status, 200)

  // GIFs added in the meantime are found as soon as the index is ready.
  await addTitles(folder, ['One more zebrafish'])
  held.resolve()
  await untilReady(app.url)
  assert.equal((await find(app.url, 'zebrafish')).total, 2)
})
