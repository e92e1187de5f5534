import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishGif } from '../support/stores/gifs.ts'
import { startSite } from '../support/site.ts'

test('an unlisted GIF opens for anyone with the address, and no listing or search finds it', async (t) => {
  const site = await startSite(t)
  const gif = await site.addWithFiles({ title: 'Okapi parade', tags: ['okapi'], visibility: 'unlisted' })
  const page = await fetch(`${site.url}/${gif.code}`)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<meta name="robots" content="noindex/)
  for (const path of [`/api/gif/${gif.code}`, `/embed/${gif.code}`, `/oembed?url=${site.url}/${gif.code}`])
    assert.equal((await fetch(site.url + path)).status, 200, path)
  const file = await fetch(`${site.url}/media/gifs/${gif.mediaId}/gif.gif`)
  assert.deepEqual(
    [file.status, file.headers.get('cache-control'), file.headers.get('x-robots-tag')],
    [200, 'private, no-cache', 'noindex'],
  )
  await file.body?.cancel()

  assert.equal((await site.post('/api/find', { q: 'okapi', nsfw: '1' })).body.total, 0)
  assert.equal((await site.post('/api/find', { category: 'animals' })).body.total, 0)
  assert.equal((await site.json('/api/random-gif')).status, 404)
  assert.doesNotMatch(await (await fetch(`${site.url}/search/suggestions?q=okapi`)).text(), /Okapi/)
  const other = await site.withStores((stores) => publishGif(stores, { tags: ['okapi'] }))
  assert.doesNotMatch(await (await fetch(`${site.url}/${other.code}`)).text(), /Okapi parade/)
})
