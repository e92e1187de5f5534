import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { loadConfig } from '#src/config/config.ts'
import type { AcceptedRequest } from '#src/creation/request.ts'
import { type ClipOptions, defaultClipOptions } from '#src/options/clip-options.ts'
import { defaultGifOptions, findPreset } from '#src/options/gif-options.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { encodings } from '../support/http/body-encodings.ts'

type MadeRequest = Exclude<AcceptedRequest, { kind: 'keep' }>

let app: TestApp
const endings: (() => Promise<void>)[] = []
const limits = { MAX_CLIP_SECONDS: '10', MAX_PICTURES: '4', MAX_FPS: '25', MAX_WIDTH: '600' }
before(async () => {
  app = await startApp(
    { after: (end) => void endings.push(end as () => Promise<void>) },
    { ...limits, WORKER_CONCURRENCY: '0', GIF_PRESET: 'small' },
  )
})
after(async () => {
  for (const end of endings) await end()
})

const fromUrl = { category: '1', start: '0', end: '2', url: 'https://example.org/a.mp4' }
const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
  .then((bytes) => `data:image/png;base64,${bytes.toString('base64')}`)
const fromPictures = { category: '1', title: 'Red', width: '20', height: '20', resize: '0' }

/** Sends a creation, each value a text or a list; returns the request that was stored for it. */
async function accepted(
  source: 'url' | 'video' | 'pictures',
  values: Record<string, string>,
  encoding = encodings[0]!,
  files: [string, string][] = [],
): Promise<MadeRequest> {
  const { contentType, body } = encoding.encode([...Object.entries(values), ...files])
  const answer = await app.json(`/api/create-gif/source/${source}`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new Uint8Array(body),
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const task = await app.withStores(({ tasks }) => tasks.submissions.read(answer.body.id))
  assert.ok(task && task.request.kind !== 'keep')
  return task.request
}

const asked = {
  preset: 'best',
  max_bytes: '2000000',
  loop: '3',
  reverse: '1',
  boomerang: 'true',
  speed: '0.5',
  crop: '10, 20,300,200',
  fps: '12.5',
  width: '320',
  auto_loop: '1',
}
const askedGif = { preset: 'best', maxBytes: 2_000_000, loops: 3, reverse: true, boomerang: true }
const askedClip: ClipOptions = {
  ...defaultClipOptions,
  speed: 0.5,
  fps: 12.5,
  width: 320,
  autoLoop: true,
  crop: { x: 10, y: 20, width: 300, height: 200 },
}

for (const encoding of encodings) {
  test(`every option of a GIF is read in ${encoding.name}`, async () => {
    const video = `data:video/mp4;base64,${Buffer.from('\0\0\0\x18ftypisom'.padEnd(64, '\0')).toString('base64')}`
    for (const [source, files] of [
      ['url', [['url', fromUrl.url]]],
      ['video', [['video', video]]],
    ] as const) {
      const values = { category: '1', start: '0', end: '2', title: 'A title' }
      const request = await accepted(source, { ...values, ...asked }, encoding, [
        ...files.map(([name, value]): [string, string] => [name, value]),
      ])
      assert.ok(request.kind === source)
      assert.deepEqual([request.gif, request.clip], [askedGif, askedClip])
    }
    const pictures: [string, string][] = [
      ['pictures[]', await picture],
      ['pictures[]', await picture],
    ]
    const request = await accepted('pictures', { ...asked, ...fromPictures }, encoding, pictures)
    assert.deepEqual(request.gif, askedGif)
    assert.ok(!('clip' in request), 'options of videos are ignored for pictures')
  })
}

test('JSON numbers and booleans are read as such', async () => {
  const numbers = { max_bytes: 50_000, loop: 65_535, reverse: true, boomerang: false }
  const ofClip = { speed: 4, fps: 25, width: 16, auto_loop: false }
  const { body } = await app.post('/api/create-gif/source/url', { ...fromUrl, ...numbers, ...ofClip })
  const task = await app.withStores(({ tasks }) => tasks.submissions.read(body.id))
  const request = task?.request
  assert.ok(request?.kind === 'url')
  const gif = { preset: 'best', maxBytes: 50_000, loops: 65_535, reverse: true, boomerang: false }
  assert.deepEqual(request.gif, gif)
  assert.deepEqual(request.clip, { ...defaultClipOptions, speed: 4, fps: 25, width: 16 })
})

test('a size limit without a preset allows the best quality; with a preset, the preset is the upper limit', async () => {
  const limited = await accepted('url', { ...fromUrl, max_bytes: '2000000' })
  assert.deepEqual(limited.gif, { ...defaultGifOptions, preset: 'best', maxBytes: 2_000_000 })
  const explicit = await accepted('url', { ...fromUrl, max_bytes: '2000000', preset: 'small' })
  assert.equal(explicit.gif.preset, 'small')
})

test('`quality`, the former name of `best`, is accepted wherever a preset is read', async () => {
  for (const encoding of encodings) {
    const request = await accepted('url', { ...fromUrl, preset: 'quality' }, encoding)
    assert.equal(request.gif.preset, 'best', encoding.name)
  }
  assert.equal(loadConfig({ GIF_PRESET: 'quality' }).limits.preset, 'best')
  assert.equal(findPreset('quality'), 'best')
})

test('the status of a creation reports the outcome of its size limit', async (t) => {
  const working = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const pictures = [await picture, await picture]
  const statusOf = async (values: object) => {
    const { body } = await working.post('/api/create-gif/source/pictures', { ...fromPictures, ...values })
    return working.ended(body.id)
  }
  const { result } = await statusOf({ pictures, max_bytes: 50_000 })
  assert.deepEqual(result.size_limit, { outcome: 'enough' })
  assert.ok(!('size_limit' in (await statusOf({ pictures })).result))
})

test("with no options given, the preset is the instance's and the rest the defaults", async () => {
  const request = await accepted('url', fromUrl)
  assert.ok(request.kind === 'url')
  assert.deepEqual(request.gif, { ...defaultGifOptions, preset: 'small' })
  assert.deepEqual(request.clip, defaultClipOptions)
})

/** Sends values that are off by one; returns the message, which belongs to the field. */
async function refused(source: string, values: object, field: string): Promise<string> {
  const { status, body } = await app.post(`/api/create-gif/source/${source}`, values)
  const named = `${JSON.stringify(values).slice(0, 300)} → ${JSON.stringify(body)}`
  assert.equal(status, 422, named)
  assert.equal(body.success, false, named)
  assert.equal(body.error.code, 'invalid_value', named)
  assert.equal(body.error.field, field, named)
  return body.error.message
}

test('a value out of range, or of another type, is refused by name with the accepted values', async () => {
  const wrong: Record<string, [values: unknown[], right: RegExp]> = {
    preset: [
      ['finest', '', 1, ['best', 'small'], ['quality'], 'Quality', 'toString'],
      /"best", "balanced", "small" or "tiny"/,
    ],
    max_bytes: [[49_999, 500_000_001, 60_000.5, '2MB', '', true, 'NaN'], /from 50000 to 500000000/],
    loop: [[-1, 65_536, 1.5, 'forever', ''], /from 0 to 65535/],
    reverse: [[2, 'yes', '', []], /0 or 1/],
    boomerang: [[2, 'on', {}], /0 or 1/],
    speed: [[0.24, 4.01, 0, -1, 'fast', '', 'Infinity'], /from 0.25 to 4/],
    crop: [
      ['1,2,3', '0,0,15,16', '0,0,16,15', '-1,0,20,20', '0,0,20.5,20', '0,0,1e3,20', '0,0,20,20,', '', 5],
      /"x,y,width,height" in whole pixels, such as "0,40,320,180"/,
    ],
    fps: [[0.5, 0, 25.1, 'many', ''], /from 1 to 25/],
    width: [[15, 601, 320.5, ''], /from 16 to 600/],
    auto_loop: [[2, 'maybe', ''], /0 or 1/],
  }
  for (const [field, [values, right]] of Object.entries(wrong)) {
    for (const value of values) {
      const message = await refused('url', { ...fromUrl, [field]: value }, field)
      assert.match(message, right)
    }
  }
  const pictures = [await picture, await picture]
  for (const field of ['preset', 'max_bytes', 'loop', 'reverse', 'boomerang'])
    await refused('pictures', { ...fromPictures, pictures, [field]: 'x' }, field)
})

test('a GIF is no longer than a clip may be: slow motion or boomerang uses less of the video', async () => {
  const clip = (end: number, more: object) => ({ ...fromUrl, start: 1, end: 1 + end, ...more })
  assert.match(await refused('url', clip(10, { speed: 0.5 }), 'speed'), /20 seconds .* at least 1,/)
  assert.match(await refused('url', clip(8, { speed: 0.7 }), 'speed'), /11\.43 seconds .* at least 0\.8,/)
  assert.match(await refused('url', clip(6, { boomerang: 1 }), 'boomerang'), /12 seconds .* at most 5 /)
  assert.match(
    await refused('url', clip(3, { boomerang: 1, speed: 0.5 }), 'boomerang'),
    /12 seconds .* at most 2\.5 /,
  )
  await refused('url', clip(11, { speed: 4 }), 'end')
  for (const [end, more] of [
    [10, { speed: 1 }],
    [8, { speed: 0.8 }],
    [2.5, { speed: 0.25 }],
    [5, { boomerang: 1 }],
    [10, { boomerang: 1, speed: 2 }],
    [2.5, { boomerang: 1, speed: 0.5, reverse: 1 }],
  ] as const) {
    const { status, body } = await app.post('/api/create-gif/source/url', clip(end, more))
    assert.equal(status, 200, JSON.stringify(body))
  }
})

test('a boomerang of pictures has no more frames than the limit of pictures', async () => {
  const one = await picture
  const values = (count: number) => ({ ...fromPictures, pictures: Array(count).fill(one), boomerang: 1 })
  assert.match(await refused('pictures', values(4), 'boomerang'), /6 frames.* 4;.* at most 3 pictures/)
  for (const count of [2, 3])
    assert.equal((await app.post('/api/create-gif/source/pictures', values(count))).status, 200)
})

test('the limits and the preset of an instance follow its settings, and invalid settings are reported', () => {
  const { maxFps, maxWidth, preset } = loadConfig({}).limits
  assert.deepEqual([maxFps, maxWidth, preset], [30, 720, 'balanced'])
  const { limits, render } = loadConfig({ MAX_FPS: '12.5', MAX_WIDTH: '320', GIF_PRESET: 'tiny' })
  assert.deepEqual([limits.maxFps, limits.maxWidth, limits.preset], [12.5, 320, 'tiny'])
  assert.deepEqual(
    [render.limits.maxFps, render.limits.maxWidth],
    [12.5, 320],
    'the renderer enforces the limits too',
  )
  for (const [name, value] of [
    ['MAX_FPS', '51'],
    ['MAX_FPS', '0'],
    ['MAX_WIDTH', '15'],
    ['MAX_WIDTH', '1281'],
    ['GIF_PRESET', 'finest'],
  ] as const)
    assert.throws(() => loadConfig({ [name]: value }), new RegExp(`${name} must be .* not "${value}"`))
})
