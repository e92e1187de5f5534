import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import type { GifAnswer } from '../support/answers.ts'
import { type TestApp, startApp } from '../support/app.ts'
import { factsOf, makeVideo } from '../support/media/media.ts'
import { until } from '../support/until.ts'
import { fullTest } from '../support/full-run.ts'

const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
const clip = { category: '1', start: '0.5', end: '1.5', title: 'One second', alt: 'Moving bars' }

/** Downloads a rendition next to the app's data and returns its path. */
async function download(app: TestApp, address: string, name: string): Promise<string> {
  const response = await fetch(address)
  assert.equal(response.status, 200, address)
  const path = join(app.folder, name)
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  return path
}

async function recordOf(
  app: TestApp,
  task: string,
  headers: Record<string, string> = {},
): Promise<GifAnswer> {
  const ended = await app.ended(task)
  assert.equal(ended.status, 'done', JSON.stringify(ended))
  assert.equal(ended.result.url, `/${ended.result.code}`)
  assert.equal(ended.url, ended.result.code)
  const { status, body } = await app.json(`/api/gif/${ended.result.code}`, { headers })
  assert.equal(status, 200)
  return body.result[0]!
}

async function multipart(
  app: TestApp,
  source: string,
  values: Record<string, string>,
  files: [string, Buffer, string][],
  headers = {},
) {
  const form = new FormData()
  for (const [key, value] of Object.entries(values)) form.append(key, value)
  for (const [key, bytes, name] of files) form.append(key, new Blob([new Uint8Array(bytes)]), name)
  return app.json(`/api/create-gif/source/${source}`, { method: 'POST', body: form, headers })
}

test('a video makes the same GIF by JSON, urlencoded, multipart text and file part', async (t) => {
  const app = await startApp(t)
  const video = await readFile(await makeVideo(t, { seconds: 1, width: 640, height: 360 }))
  const short = { ...clip, end: '0.9' }
  const values = { ...short, video: dataUrl('video/mp4', video) }
  const form = new FormData()
  for (const [key, value] of Object.entries(values)) form.append(key, value)
  const calls = [
    await app.post('/api/create-gif/source/video', values),
    await app.json('/api/create-gif/source/video', { method: 'POST', body: new URLSearchParams(values) }),
    await app.json('/api/create-gif/source/video', { method: 'POST', body: form }),
    await multipart(app, 'video', short, [['video', video, 'clip.mp4']]),
  ]
  const gifs: Buffer[] = []
  for (const { status, body } of calls) {
    assert.equal(status, 200, JSON.stringify(body))
    const record = await recordOf(app, body.id)
    assert.deepEqual([record.title, record.alt], ['One second', 'Moving bars'])
    assert.equal(record.width, '480')
    assert.equal(record.height, '270')
    const path = await download(app, record.gif_url, 'out.gif')
    const facts = await factsOf(path)
    assert.equal(facts.frames, 6)
    assert.ok(Math.abs(facts.seconds - 0.4) <= 1 / 15, `${facts.seconds}`)
    gifs.push(await readFile(path))
    const mp4 = await factsOf(await download(app, record.mp4_url, 'out.mp4'))
    assert.deepEqual([mp4.codec, mp4.pixelFormat, mp4.width, mp4.height], ['h264', 'yuv420p', 480, 270])
    const webp = await sharp(await download(app, record.webp_url, 'out.webp'), { animated: true }).metadata()
    assert.deepEqual([webp.format, webp.width, webp.pageHeight, webp.loop], ['webp', 480, 270, 0])
    const thumb = await sharp(await download(app, record.thumb_url, 'out.jpg')).metadata()
    assert.deepEqual([thumb.format, thumb.width, thumb.height], ['jpeg', 480, 270])
  }
  for (const gif of gifs) assert.ok(gif.equals(gifs[0]!))
})

fullTest(
  'pictures make a GIF of the requested size and delays, one frame each, looping forever',
  async (t) => {
    const app = await startApp(t)
    const pictures = await Promise.all(
      ['red', 'lime', 'blue'].map((background) =>
        sharp({ create: { width: 200, height: 100, channels: 3, background } })
          .jpeg()
          .toBuffer(),
      ),
    )
    const values = {
      category: '1',
      title: 'Three colors',
      width: '120',
      height: '120',
      resize: '1',
      delay: '500',
    }
    const { body } = await multipart(
      app,
      'pictures',
      values,
      pictures.map((bytes, n) => ['pictures[]', bytes, `${n}.jpg`]),
    )
    const record = await recordOf(app, body.id)
    const gif = await sharp(await download(app, record.gif_url, 'out.gif'), { animated: true }).metadata()
    assert.deepEqual([gif.width, gif.pageHeight, gif.pages, gif.loop], [120, 120, 3, 0])
    assert.deepEqual(gif.delay, [500, 500, 500])
    const { data, info } = await sharp(await readFile(join(app.folder, 'out.gif')), { page: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
    assert.deepEqual(pixel(60, 5), [0, 0, 0])
    const [red, green, blue] = pixel(60, 60) as [number, number, number]
    assert.ok(red < 30 && green > 225 && blue < 30, `${[red, green, blue]}`)
    assert.equal(record.flashing, false)
    assert.ok(!('flashing' in (await app.json(`/api/status/${body.id}`)).body.result))
  },
)

test('a GIF that flashes more than three times a second is reported by its task and its record', async (t) => {
  const app = await startApp(t)
  const pictures = await Promise.all(
    ['black', 'white'].map((background) =>
      sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const values = { category: '1', title: 'A strobe', width: '64', height: '64', resize: '1', delay: '100' }
  const files = pictures.map((bytes, n): [string, Buffer, string] => ['pictures[]', bytes, `${n}.png`])
  const { body } = await multipart(app, 'pictures', values, files)
  assert.equal((await recordOf(app, body.id)).flashing, true)
  assert.equal((await app.json(`/api/status/${body.id}`)).body.result.flashing, true)
  assert.equal((await app.json('/api/find?q=strobe')).body.result[0]?.flashing, true)
})

/** A server on loopback that serves these files; with its address in the form that SOURCE_ALLOWED_HOSTS takes. */
async function origin(t: TestContext, files: Record<string, { type: string; body: Buffer | string }>) {
  const server = createServer((request, response) => {
    const file = files[request.url ?? '']
    if (file === undefined) response.writeHead(404).end()
    else
      response
        .writeHead(200, { 'content-type': file.type, 'content-length': Buffer.byteLength(file.body) })
        .end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: `http://${host}` }
}

test('an address makes a GIF: a direct file, or a page that names its video and provides the title', async (t) => {
  const video = await readFile(await makeVideo(t, { seconds: 2 }))
  const { host, url } = await origin(t, {
    '/my%20clip.mp4': { type: 'video/mp4', body: video },
    '/page': {
      type: 'text/html',
      body: '<title>A page</title><meta property="og:title" content="Cats &amp; dogs"><video src="my%20clip.mp4">',
    },
  })
  const app = await startApp(t, { SOURCE_ALLOWED_HOSTS: host })
  for (const [path, title] of [
    ['/my%20clip.mp4', 'my clip'],
    ['/page', 'Cats & dogs'],
  ]) {
    const { status, body } = await app.post('/api/create-gif/source/url', {
      category: 1,
      start: 0,
      end: 1,
      url: url + path,
    })
    assert.equal(status, 200)
    const record = await recordOf(app, body.id)
    assert.equal(record.title, title)
    assert.equal((await factsOf(await download(app, record.gif_url, 'out.gif'))).frames, 15)
  }
})

test('an unusable source ends the task with an actionable error', async (t) => {
  const video = await readFile(await makeVideo(t, { seconds: 1 }))
  const { host, url } = await origin(t, {
    '/clip.mp4': { type: 'video/mp4', body: video },
    '/page': { type: 'text/html', body: '<p>nothing here' },
    '/fake.mp4': { type: 'video/mp4', body: Buffer.alloc(5000, 7) },
  })
  const app = await startApp(t, { SOURCE_ALLOWED_HOSTS: host, YT_DLP: 'off' })
  const cases: [string, object, string][] = [
    ['/clip.mp4', { start: 5, end: 6 }, 'clip_outside_video'],
    ['/page', {}, 'source_not_found'],
    ['/gone', {}, 'source_not_found'],
    ['/fake.mp4', {}, 'media_unsupported'],
  ]
  for (const [path, change, code] of cases) {
    const { body } = await app.post('/api/create-gif/source/url', {
      category: 1,
      start: 0,
      end: 1,
      url: url + path,
      ...change,
    })
    const ended = await app.ended(body.id)
    assert.equal(ended.status, 'error', path)
    assert.equal(ended.error.code, code, `${path}: ${JSON.stringify(ended.error)}`)
    assert.match(ended.error.message, /^[A-Z`0-9].*\.$/)
    assert.doesNotMatch(ended.error.message, /\/tmp|ffmpeg|ffprobe|\n/)
  }
  assert.equal((await app.json('/api/find?q=a')).body.total, 0)
})

fullTest('the end is cut to the end of the video', async (t) => {
  const app = await startApp(t)
  const video = await readFile(await makeVideo(t, { seconds: 2 }))
  const { body } = await multipart(app, 'video', { ...clip, start: '1', end: '30' }, [
    ['video', video, 'clip.mp4'],
  ])
  const record = await recordOf(app, body.id)
  const facts = await factsOf(await download(app, record.gif_url, 'out.gif'))
  assert.ok(Math.abs(facts.seconds - 1) <= 1 / 15, `${facts.seconds}`)
})

fullTest('the watermark is in the lower right corner, unless a Premium account opts out', async (t) => {
  const app = await startApp(t, { WATERMARK_TEXT: 'our gifs' })
  const gray = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#777' } })
    .png()
    .toBuffer()
  const authorization = `Bearer ${await app.token('premium@example.org', { premium: true })}`
  const values = { category: '1', title: 'Gray', width: '320', height: '240', resize: '0' }
  const lightPixels = async (extra: Record<string, string>, headers = {}) => {
    const { body } = await multipart(
      app,
      'pictures',
      { ...values, ...extra },
      [
        ['pictures[]', gray, 'a.png'],
        ['pictures[]', gray, 'b.png'],
      ],
      headers,
    )
    const record = await recordOf(app, body.id)
    const { data } = await sharp(await download(app, record.gif_url, 'out.gif'))
      .grayscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const found = [...data].flatMap((value, index) =>
      Math.abs(value - 0x77) > 40 ? [{ x: index % 320, y: Math.floor(index / 320) }] : [],
    )
    return found
  }
  const marked = await lightPixels({})
  assert.ok(marked.length > 50)
  assert.ok(marked.every(({ x, y }) => x > 160 && y > 180))
  assert.deepEqual(await lightPixels({ watermark_type: 'none' }, { authorization }), [])
})

fullTest(
  'only the owner sees the record of a private GIF, and its files need a signed address',
  async (t) => {
    const app = await startApp(t)
    const authorization = `Bearer ${await app.token('owner@example.org')}`
    const video = await readFile(await makeVideo(t))
    const { body } = await multipart(
      app,
      'video',
      { ...clip, private: '1' },
      [['video', video, 'clip.mp4']],
      {
        authorization,
      },
    )
    const record = await recordOf(app, body.id, { authorization })
    assert.equal((await app.json(`/api/gif/${record.code}`)).status, 404)
    const signed = await fetch(record.gif_url)
    assert.equal(signed.status, 200)
    assert.match(signed.headers.get('cache-control') ?? '', /private/)
    assert.equal((await fetch(record.gif_url.split('?')[0]!)).status, 404)
    assert.equal((await fetch(record.gif_url.replace('gif.gif', 'video.mp4'))).status, 404)
    assert.equal((await app.json('/api/find?q=second')).body.total, 0)
  },
)

fullTest('progress advances during the work and never goes back', async (t) => {
  const app = await startApp(t)
  const video = await readFile(await makeVideo(t, { seconds: 4, width: 640, height: 360 }))
  const { body } = await multipart(app, 'video', { ...clip, start: '0', end: '4' }, [
    ['video', video, 'clip.mp4'],
  ])
  const seen: number[] = []
  await until('the GIF is made', async () => {
    const state = (await app.json(`/api/status/${body.id}`)).body
    if (state.status === 'processing') seen.push(state.progress)
    assert.notEqual(state.status, 'error', JSON.stringify(state))
    return state.status === 'done'
  })
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  assert.ok(new Set(seen).size >= 3, `${[...new Set(seen)]}`)
  assert.ok(seen.every((progress) => progress >= 0 && progress <= 1))
})
