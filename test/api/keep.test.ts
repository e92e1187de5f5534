import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
const endings: (() => Promise<void>)[] = []
before(async () => {
  app = await startApp(
    { after: (end) => void endings.push(end as () => Promise<void>) },
    { WORKER_CONCURRENCY: '0' },
  )
})
after(async () => {
  for (const end of endings) await end()
})

const fromUrl = { category: 1, url: 'https://example.org/a.gif', keep: 1 }
const gifUrl = `data:image/gif;base64,${Buffer.from('GIF89a'.padEnd(64, '\0')).toString('base64')}`

async function requestOf(path: string, body: object) {
  const answer = await app.post(path, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (await app.withStores(({ tasks }) => tasks.submissions.read(answer.body.id)))?.request
}

test('keep requires neither start nor end, and no watermark setting', async () => {
  const details = { categoryId: 1, alt: null, tags: ['frog'], visibility: 'unlisted', rating: 'pg' }
  const asked = { 'tags[]': ['frog'], visibility: 'unlisted', rating: 'pg' }
  assert.deepEqual(
    await requestOf('/api/create-gif/source/url', { ...fromUrl, ...asked, watermark_type: 'none' }),
    { ...details, title: null, kind: 'keep', url: fromUrl.url, uploads: [] },
  )
  const video = { category: '1', title: 'Kept', keep: 'true', video: gifUrl, start: '5', end: '1' }
  const { uploads, ...kept } =
    (await requestOf('/api/create-gif/source/video', { ...video, ...asked })) ?? assert.fail()
  assert.deepEqual(kept, { ...details, title: 'Kept', kind: 'keep', url: null })
  assert.equal(uploads.length, 1)
})

test('keep refuses an option that would change the animation by name, and allows one that changes nothing', async () => {
  const changes = {
    speed: 2,
    crop: '0,0,20,20',
    fps: 10,
    width: 100,
    auto_loop: 1,
    fade: 1,
    max_bytes: 90_000,
    loop: 1,
  }
  for (const [name, value] of Object.entries({ ...changes, preset: 'small', reverse: 1, boomerang: '1' })) {
    const { status, body } = await app.post('/api/create-gif/source/url', { ...fromUrl, [name]: value })
    assert.deepEqual([status, body.error.code, body.error.field], [422, 'invalid_value', name])
  }
  await requestOf('/api/create-gif/source/url', {
    ...fromUrl,
    speed: 1,
    reverse: 0,
    fade: 0,
    preset: 'balanced',
  })
})

test('without keep, start and end are required; pictures cannot be kept', async () => {
  const { status, body } = await app.post('/api/create-gif/source/url', { ...fromUrl, keep: 0, start: 0 })
  assert.deepEqual([status, body.error.code, body.error.field], [422, 'missing_value', 'end'])
  const png = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`
  const pictures = {
    category: 1,
    title: 'No',
    width: 20,
    height: 20,
    resize: 0,
    'pictures[]': [png, png],
    keep: 1,
  }
  const refused = await app.post('/api/create-gif/source/pictures', pictures)
  assert.deepEqual([refused.status, refused.body.error.field], [422, 'keep'])
})

test('a file that is no animation by its first bytes is refused immediately, and so is a forbidden address', async () => {
  const text = `data:video/mp4;base64,${Buffer.from('Hello').toString('base64')}`
  const video = await app.post('/api/create-gif/source/video', {
    category: 1,
    title: 'No',
    keep: 1,
    video: text,
  })
  assert.deepEqual([video.status, video.body.error.code], [415, 'media_unsupported'])
  const address = await app.post('/api/create-gif/source/url', { ...fromUrl, url: 'http://127.0.0.1/a.gif' })
  assert.deepEqual([address.status, address.body.error.code], [422, 'source_refused'])
})
