import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ChangeFeed } from '#src/catalogue/change-feed.ts'
import { AppError } from '#src/lib/app-error.ts'
import { renditionKey } from '#src/media/rendition.ts'
import { startApp } from '../support/app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { storeGif } from '../support/stores/stored-gifs.ts'

/** A word that appears only in the title of the GIF that is hidden later. */
const word = 'Zebraheron'

test('data in memory is never shown once it is too old: an answer is refused or made from the database', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-stale-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const app = await startApp(t, { DATA_DIR: folder, WORKER_CONCURRENCY: '0' })
  const { gif, other } = await app.withStores(async (stores) => {
    const same = { tags: ['bird', 'lake'], rating: 'g' as const }
    const other = await publishGif(stores, { title: 'A common heron', ...same })
    const gif = await storeGif({ ...stores, folder }, { title: word, ...same })
    return { gif, other }
  })
  const page = encodeURIComponent(`${app.url}/gifs/${gif.code}`)
  const paths = [
    '/api/find?q=bird',
    `/api/gif/${gif.code}`,
    '/api/trending',
    `/api/related/${other.code}`,
    '/api/suggest?q=zebra',
    '/v2/search?key=any&q=bird',
    '/v2/featured?key=any',
    '/v2/autocomplete?key=any&q=zebra',
    '/v2/search_suggestions?key=any&q=bird',
    '/v1/gifs/search?api_key=any&q=bird',
    '/v1/gifs/trending?api_key=any',
    '/v1/gifs/search/tags?api_key=any&q=zebra',
    `/v1/gifs/${gif.code}?api_key=any`,
    '/v1/gifs/random?api_key=any&tag=zebraheron',
    '/',
    '/?text=bird',
    '/feed.atom',
    '/random',
    '/api/random-gif',
    `/gifs/${gif.code}`,
    `/gifs/${other.code}`,
    `/embed/${gif.code}`,
    `/oembed?url=${page}`,
    `/services/oembed?url=${page}`,
    `/media/${renditionKey(gif.mediaId, 'gif')}`,
    `/media/${renditionKey(gif.mediaId, 'mp4')}`,
  ]
  // They return only words, or any of the GIFs.
  const words = new Set(
    paths.filter((path) => /autocomplete|suggestions|tags|^\/random|random-gif/.test(path)),
  )
  const find = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"q":"bird"}' }
  const ask = async () => {
    const answers = await Promise.all([
      ...paths.map(async (path) => ({ path, response: await app.fetch(path) })),
      app.fetch('/api/find', find).then((response) => ({ path: 'POST /api/find', response })),
    ])
    return Promise.all(
      answers.map(async ({ path, response }) => ({
        path,
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        isShown: path.startsWith('/media/') ? response.ok : (await response.text()).includes(word),
      })),
    )
  }
  // Twice, so that everything that can be cached is.
  await ask()
  const before = await ask()
  assert.deepEqual(
    before.filter(({ path, isShown }) => !isShown && !words.has(path)),
    [],
  )

  // The machine no longer learns of changes, and its memory is too old.
  const refused = () => {
    const promise = Promise.reject(
      new AppError('unavailable', 'Too old.', { retry: true, retryAfterSeconds: 5 }),
    )
    promise.catch(() => undefined)
    return promise
  }
  t.mock.method(ChangeFeed.prototype, 'notice', () => Promise.resolve())
  t.mock.method(ChangeFeed.prototype, 'current', refused)
  await app.withStores((stores) => stores.catalogue.change(gif.id, { hidden: true }))
  const after = await ask()
  assert.deepEqual(
    after.filter(({ isShown }) => isShown),
    [],
  )
  for (const { path, status, retryAfter } of after)
    assert.ok(status < 500 || (status === 503 && retryAfter === '5'), `${path}: ${status}, ${retryAfter}`)
})
