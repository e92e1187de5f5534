import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import { startApp } from '../support/app.ts'
import { makeVideo } from '../support/media/media.ts'

const png = (color: string) =>
  import('sharp').then(({ default: sharp }) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background: color } })
      .png()
      .toBuffer(),
  )
const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`

test('a value that breaks a rule is answered 422 with its key', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_CLIP_SECONDS: '10', MAX_PICTURES: '3' })
  const video = dataUrl('video/mp4', await readFile(await makeVideo(t)))
  const picture = dataUrl('image/png', await png('red'))
  const fromUrl = { category: 1, start: 0, end: 2, url: 'https://example.org/a.mp4' }
  const fromVideo = { category: 1, start: 0, end: 2, title: 'A title', video }
  const fromPictures = {
    category: 1,
    title: 'A title',
    width: 100,
    height: 80,
    resize: 1,
    'pictures[]': [picture, picture],
  }
  const cases: [string, object, object, number, string][] = [
    ['url', fromUrl, { category: undefined }, 422, 'category'],
    ['url', fromUrl, { category: 99_999 }, 422, 'category'],
    ['url', fromUrl, { category: 'abc' }, 422, 'category'],
    ['url', fromUrl, { category: 1.5 }, 422, 'category'],
    ['url', fromUrl, { start: undefined }, 422, 'start'],
    ['url', fromUrl, { start: -0.1 }, 422, 'start'],
    ['url', fromUrl, { start: 'NaN' }, 422, 'start'],
    ['url', fromUrl, { start: '' }, 422, 'start'],
    ['url', fromUrl, { end: 'Infinity' }, 422, 'end'],
    ['url', fromUrl, { start: 2 }, 422, 'end'],
    ['url', fromUrl, { start: 3 }, 422, 'end'],
    ['url', fromUrl, { end: 10.1 }, 422, 'end'],
    ['url', fromUrl, { url: undefined }, 422, 'url'],
    ['url', fromUrl, { url: 'not an address' }, 422, 'url'],
    ['url', fromUrl, { url: 'ftp://example.org/a.mp4' }, 422, 'url'],
    ['url', fromUrl, { url: 'file:///etc/passwd' }, 422, 'url'],
    ['url', fromUrl, { url: 'http://127.0.0.1/a.mp4' }, 422, 'url'],
    ['url', fromUrl, { url: 'http://2130706433/a.mp4' }, 422, 'url'],
    ['url', fromUrl, { url: 'http://[::ffff:7f00:1]/a.mp4' }, 422, 'url'],
    ['url', fromUrl, { url: 'http://169.254.169.254/latest' }, 422, 'url'],
    ['url', fromUrl, { url: 'http://user:pass@example.org/' }, 422, 'url'],
    ['url', fromUrl, { url: 'http://example.org:22/' }, 422, 'url'],
    ['url', fromUrl, { url: `https://example.org/${'a'.repeat(5000)}` }, 422, 'url'],
    ['url', fromUrl, { title: 'x'.repeat(201) }, 422, 'title'],
    ['url', fromUrl, { title: 5 }, 422, 'title'],
    ['url', fromUrl, { alt: 'x'.repeat(501) }, 422, 'alt'],
    ['video', fromVideo, { alt: 'é'.repeat(5001) }, 422, 'alt'],
    ['pictures', fromPictures, { alt: 5 }, 422, 'alt'],
    ['url', fromUrl, { 'tags[]': Array.from({ length: 21 }, (_, n) => `tag ${n}`) }, 422, 'tags[]'],
    ['url', fromUrl, { tags: ['x'.repeat(51)] }, 422, 'tags[]'],
    ['url', fromUrl, { tags: [5] }, 422, 'tags[]'],
    ['url', fromUrl, { nsfw: 2 }, 422, 'nsfw'],
    ['url', fromUrl, { private: 'yes' }, 422, 'private'],
    ['url', fromUrl, { rating: 'x' }, 422, 'rating'],
    ['url', fromUrl, { rating: 'pg-13', nsfw: 1 }, 422, 'rating'],
    ['video', fromVideo, { rating: 'r', nsfw: 0 }, 422, 'rating'],
    ['pictures', fromPictures, { rating: 'unrated', nsfw: 1 }, 422, 'rating'],
    ['url', fromUrl, { visibility: 'all' }, 422, 'visibility'],
    ['url', fromUrl, { visibility: 'unlisted', private: 1 }, 422, 'visibility'],
    ['url', fromUrl, { visibility: 'private', private: 0 }, 422, 'visibility'],
    ['url', fromUrl, { private: 1 }, 401, 'private'],
    ['url', fromUrl, { watermark_type: 'big' }, 422, 'watermark_type'],
    ['url', fromUrl, { watermark_type: 'none' }, 401, 'watermark_type'],
    ['video', fromVideo, { title: undefined }, 422, 'title'],
    ['video', fromVideo, { title: '   ' }, 422, 'title'],
    ['video', fromVideo, { video: undefined }, 422, 'video'],
    ['video', fromVideo, { video: 'hello' }, 422, 'video'],
    ['video', fromVideo, { video: ['a', 'b'] }, 422, 'video'],
    ['video', fromVideo, { video: 'data:video/mp4;base64,####' }, 422, 'video'],
    ['video', fromVideo, { video: 'data:video/mp4;base64,' }, 422, 'video'],
    ['video', fromVideo, { video: dataUrl('video/mp4', Buffer.from('<html>'.repeat(50))) }, 415, 'video'],
    ['video', fromVideo, { video: dataUrl('video/mp4', Buffer.from('#EXTM3U\nhttp://x/\n')) }, 415, 'video'],
    ['pictures', fromPictures, { 'pictures[]': undefined }, 422, 'pictures[]'],
    ['pictures', fromPictures, { 'pictures[]': [] }, 422, 'pictures[]'],
    ['pictures', fromPictures, { 'pictures[]': [picture] }, 422, 'pictures[]'],
    ['pictures', fromPictures, { 'pictures[]': picture }, 422, 'pictures[]'],
    ['pictures', fromPictures, { 'pictures[]': [picture, picture, picture, picture] }, 422, 'pictures[]'],
    ['pictures', fromPictures, { 'pictures[]': [picture, 'hello'] }, 422, 'pictures[]'],
    [
      'pictures',
      fromPictures,
      {
        'pictures[]': [
          picture,
          dataUrl('image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
        ],
      },
      415,
      'pictures[]',
    ],
    ['pictures', fromPictures, { width: 15 }, 422, 'width'],
    ['pictures', fromPictures, { width: 1281 }, 422, 'width'],
    ['pictures', fromPictures, { height: 15 }, 422, 'height'],
    ['pictures', fromPictures, { height: undefined }, 422, 'height'],
    ['pictures', fromPictures, { resize: undefined }, 422, 'resize'],
    ['pictures', fromPictures, { delay: 99 }, 422, 'delay'],
    ['pictures', fromPictures, { delay: 1001 }, 422, 'delay'],
    ['pictures', fromPictures, { delay: '' }, 422, 'delay'],
  ]
  for (const [source, right, wrong, status, field] of cases) {
    const answer = await app.post(`/api/create-gif/source/${source}`, { ...right, ...wrong })
    const named = `${source} ${JSON.stringify(wrong).slice(0, 80)} → ${JSON.stringify(answer.body).slice(0, 200)}`
    assert.equal(answer.status, status, named)
    assert.equal(answer.body.success, false, named)
    assert.equal(answer.body.error.field, field, named)
  }
  const { waiting } = await app.withStores(({ tasks }) => tasks.records.counts())
  assert.equal(waiting, 0)
})

test('only Premium accounts can remove the watermark', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const values = { category: 1, start: 0, end: 2, url: 'https://example.org/a.mp4', watermark_type: 'none' }
  const plain = { authorization: `Bearer ${await app.token('plain@example.org')}` }
  const premium = { authorization: `Bearer ${await app.token('premium@example.org', { premium: true })}` }
  const refused = await app.post('/api/create-gif/source/url', values, plain)
  assert.equal(refused.status, 403)
  assert.equal(refused.body.error.code, 'forbidden')
  assert.equal((await app.post('/api/create-gif/source/url', values, premium)).status, 200)
  assert.equal(
    (await app.post('/api/create-gif/source/url', { ...values, watermark_type: 'default' })).status,
    200,
  )
})

test('an accepted creation is stored as the contract specifies: trimmed title, clean tags, defaults', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const picture = dataUrl('image/png', await png('blue'))
  const answer = await app.post('/api/create-gif/source/pictures', {
    category: '1',
    title: '  Two   blues ',
    alt: ` ${'é'.repeat(250)}  ${'x'.repeat(249)} `,
    width: '100',
    height: 80,
    resize: 'false',
    pictures: [picture, picture],
    tags: [' Sea ', 'sea', '', 'SKY'],
    unknown: { deep: true },
  })
  assert.equal(answer.status, 200)
  assert.equal(answer.body.status, 'waiting')
  assert.equal(answer.body.success, true)
  assert.match(answer.body.id, /^[0-9A-Za-z]{20,}$/)
  const claim = await app.withStores(({ tasks }) => tasks.claims.claim('test', 1000))
  const { uploads, ...request } = claim!.request
  assert.equal(uploads.length, 2)
  assert.deepEqual(request, {
    kind: 'pictures',
    categoryId: 1,
    title: 'Two blues',
    alt: `${'é'.repeat(250)} ${'x'.repeat(249)}`,
    tags: ['sea', 'sky'],
    visibility: 'public',
    rating: null,
    watermark: true,
    gif: defaultGifOptions,
    width: 100,
    height: 80,
    resize: false,
    delayMs: 200,
  })
})

test('titles and tags are stored without invisible characters, in composed letters', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const values = { category: 1, start: 0, end: 2, url: 'https://example.org/a.mp4' }
  const title = 'Cafe\u0301\u0000 \u202etxt\ud800'
  const { status } = await app.post('/api/create-gif/source/url', {
    ...values,
    title,
    tags: ['e\u0301', '\u00e9', '\u0007'],
  })
  assert.equal(status, 200)
  const claim = await app.withStores(({ tasks }) => tasks.claims.claim('test', 1000))
  assert.equal(claim?.request.title, 'Caf\u00e9 txt')
  assert.deepEqual(claim?.request.tags, ['\u00e9'])
})

test('the status shows the true position while waiting', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_WAITING_TASKS: '3' })
  const values = { category: 1, start: 0, end: 2, url: 'https://example.org/a.mp4' }
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await app.post('/api/create-gif/source/url', values)).body.id)
  for (const [index, id] of ids.entries()) {
    assert.deepEqual((await app.json(`/api/status/${id}`)).body, { status: 'waiting', position: index + 1 })
  }
  await app.withStores(({ tasks }) => tasks.claims.claim('test', 60_000))
  assert.equal((await app.json(`/api/status/${ids[0]}`)).body.status, 'processing')
  assert.deepEqual((await app.json(`/api/status/${ids[1]}`)).body, { status: 'waiting', position: 1 })
})

test('a full queue is 503 with Retry-After', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_WAITING_TASKS: '2' })
  const values = { category: 1, start: 0, end: 2, url: 'https://example.org/a.mp4' }
  for (let n = 0; n < 2; n++) assert.equal((await app.post('/api/create-gif/source/url', values)).status, 200)
  const { status, headers, body } = await app.post('/api/create-gif/source/url', values)
  assert.equal(status, 503)
  assert.equal(body.error.code, 'queue_full')
  assert.equal(body.success, false)
  assert.ok(Number(headers.get('retry-after')) > 0)
})

test('too many creations of any kind from one address are 429 with Retry-After', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', RATE_LIMIT: 'on', CREATIONS_PER_MINUTE: '2' })
  const values = { category: 1, start: 0, end: 2, url: 'https://example.org/a.mp4' }
  for (let n = 0; n < 2; n++) assert.equal((await app.post('/api/create-gif/source/url', values)).status, 200)
  const { status, headers, body } = await app.post('/api/create-gif/source/url', values)
  assert.equal(status, 429)
  assert.equal(body.error.code, 'rate_limited')
  assert.equal(body.success, false)
  assert.ok(Number(headers.get('retry-after')) > 0)
  assert.equal((await app.post('/api/create-gif/source/pictures', {})).status, 429)
  assert.equal((await app.json('/api/categories')).status, 200)
})

test('without disk space creations are 503, and everything else continues', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MIN_FREE_DISK_MB: '1000000' })
  const { status, body } = await app.post('/api/create-gif/source/url', {})
  assert.equal(status, 503)
  assert.equal(body.error.code, 'unavailable')
  assert.equal((await app.json('/api/categories')).status, 200)
})

test('an upload over the limit is cut off with 413 in each encoding', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MAX_UPLOAD_MB: '1' })
  const video = dataUrl('video/mp4', Buffer.alloc(1_500_000, 1))
  const values = { category: '1', start: '0', end: '1', title: 'big', video }
  const form = new FormData()
  for (const [key, value] of Object.entries(values)) form.append(key, value)
  const answers = [
    await app.post('/api/create-gif/source/video', values),
    await app.json('/api/create-gif/source/video', { method: 'POST', body: new URLSearchParams(values) }),
    await app.json('/api/create-gif/source/video', { method: 'POST', body: form }),
  ]
  for (const { status, body } of answers) {
    assert.equal(status, 413)
    assert.equal(body.error.code, 'too_large')
    assert.equal(body.error.field, 'video')
    assert.equal(body.success, false)
  }
})
