import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import type { AcceptedRequest } from '#src/creation/request.ts'
import { textDefaults } from '#src/layers/layer-defaults.ts'
import { renditionKey, type RenditionName, renditions } from '#src/media/rendition.ts'
import { missingRenditions } from '#src/media/resolve-rendition.ts'
import { fieldsOfRequest } from '#src/site/maker/form-fields.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { encodings } from '../support/http/body-encodings.ts'
import { decode } from '../support/media/decoded.ts'
import { makeVideo } from '../support/media/media.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { until } from '../support/until.ts'
import { testConfig } from '../support/instance.ts'

let app: TestApp
const endings: (() => Promise<void>)[] = []
before(async () => {
  app = await startApp(
    { after: (end) => void endings.push(end as () => Promise<void>) },
    {
      WORKER_CONCURRENCY: '0',
      MAX_LAYERS: '4',
      MAX_LAYER_TEXT: '20',
      MAX_STICKERS: '2',
      MAX_PICTURE_MB: '1',
    },
  )
})
after(async () => {
  for (const end of endings) await end()
})

const sticker = sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 255, g: 0, b: 0 } } })
  .png()
  .toBuffer()
const stickerUrl = sticker.then((bytes) => `data:image/png;base64,${bytes.toString('base64')}`)
const fromUrl = { category: '1', start: '0', end: '2', url: 'https://example.org/a.mp4' }
const caption = { type: 'text', text: 'Hello' }
const drawn = [caption, { type: 'picture', picture: 0 }]

async function send(source: string, pairs: [string, string][], encoding = encodings[0]!) {
  const { contentType, body } = encoding.encode(pairs)
  return app.json(`/api/create-gif/source/${source}`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new Uint8Array(body),
  })
}

async function requestOf(task: string): Promise<AcceptedRequest> {
  const found = await app.withStores(({ tasks }) => tasks.submissions.read(task))
  assert.ok(found)
  return found.request
}

function overlayOf(request: AcceptedRequest) {
  assert.ok(request.kind !== 'keep')
  return request.overlay
}

for (const encoding of encodings.filter(({ name }) => ['JSON', 'urlencoded', 'multipart'].includes(name))) {
  test(`layers and their pictures are read in ${encoding.name}, for every source`, async () => {
    const video = `data:video/mp4;base64,${Buffer.from('\0\0\0\x18ftypisom'.padEnd(64, '\0')).toString('base64')}`
    const ofPictures = { category: '1', title: 'Red', width: '20', height: '20', resize: '0' }
    const sources: [string, [string, string][], number][] = [
      ['url', Object.entries(fromUrl), 0],
      ['video', [...Object.entries({ ...fromUrl, title: 'A title' }), ['video', video]], 1],
      [
        'pictures',
        [...Object.entries(ofPictures), ['pictures[]', await stickerUrl], ['pictures[]', await stickerUrl]],
        2,
      ],
    ]
    for (const [source, pairs, files] of sources) {
      const more: [string, string][] = [
        ['layers', JSON.stringify(drawn)],
        ['stickers[]', await stickerUrl],
      ]
      const { status, body } = await send(source, [...pairs, ...more], encoding)
      assert.equal(status, 200, JSON.stringify(body))
      const request = await requestOf(body.id)
      assert.equal(request.uploads.length, files)
      const overlay = overlayOf(request)
      assert.deepEqual(
        overlay?.layers.map((layer) => (layer.type === 'text' ? layer : layer.type)),
        [{ ...textDefaults, ...caption }, 'picture'],
      )
      assert.equal(overlay?.stickers.length, 1)
      await app.withStores(async ({ mediaStore }) => {
        const path = `${app.folder}/sticker-${body.id}`
        await mediaStore.fetch(overlay.stickers[0]!, path)
        assert.deepEqual(await readFile(path), await sticker)
      })
    }
  })
}

test('layers may be an array in JSON, and an empty list draws nothing', async () => {
  const post = async (layers: unknown) => {
    const { status, body } = await app.post('/api/create-gif/source/url', { ...fromUrl, layers })
    assert.equal(status, 200, JSON.stringify(body))
    return overlayOf(await requestOf(body.id))
  }
  assert.equal((await post([caption]))?.layers.length, 1)
  for (const none of [[], '', '[]', undefined, null]) assert.equal(await post(none), undefined)
})

test('invalid layers are refused with a message that names the field', async () => {
  const large = `data:image/png;base64,${Buffer.alloc(1_100_000).toString('base64')}`
  const text = `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`
  const cases: [Record<string, unknown>, number, string, string][] = [
    [{ layers: '{}' }, 422, 'layers', '`layers` must be a JSON array of layers.'],
    [{ layers: 3 }, 422, 'layers', '`layers` must be a JSON array of layers.'],
    [
      { layers: [caption, { ...caption, size: 7 }] },
      422,
      'layers',
      '`layers[1].size` must be a number from 0.01 to 1.',
    ],
    [
      { layers: [{ type: 'text', text: 'a'.repeat(21) }] },
      422,
      'layers',
      '`layers[0].text` must be a text of 1 to 20 characters.',
    ],
    [
      { layers: Array.from({ length: 10_000 }, () => caption).slice(0, 5000) },
      422,
      'layers',
      '`layers` must be at most 4 layers, and these are 5000.',
    ],
    [
      { layers: drawn },
      422,
      'layers',
      '`layers[1].picture` must be one of the pictures in `stickers[]`, and none was sent.',
    ],
    [
      { layers: drawn, stickers: [await stickerUrl, await stickerUrl, await stickerUrl] },
      422,
      'stickers[]',
      '`stickers[]` may hold at most 2 files.',
    ],
    [
      { layers: drawn, stickers: [large] },
      413,
      'stickers[]',
      '`stickers[]` is over the limit of 1 MB a file.',
    ],
    [
      { layers: drawn, stickers: [text] },
      415,
      'stickers[]',
      'Picture 1 of `stickers[]` must be a PNG, WebP or GIF file.',
    ],
    [
      { layers: [caption], keep: 1 },
      422,
      'layers',
      '`layers` changes the animation, and `keep` takes it over as it is; leave one of them out.',
    ],
  ]
  for (const [values, status, field, message] of cases) {
    const answer = await app.post('/api/create-gif/source/url', { ...fromUrl, ...values })
    assert.deepEqual(
      [answer.status, answer.body.error?.field, answer.body.error?.message],
      [status, field, message],
    )
  }
  const deep = await app.fetch('/api/create-gif/source/url', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"layers":${'['.repeat(10_000)}`,
  })
  assert.equal(deep.status, 400)
})

test('the plain form has a top and a bottom caption, and a retry restores them', async () => {
  const send = (values: Record<string, string>) =>
    app.json('/create', {
      method: 'POST',
      headers: { origin: app.url, accept: 'application/json' },
      body: new URLSearchParams({ source: 'url', title: 'A GIF', ...fromUrl, ...values }),
    })
  const blur = JSON.stringify([{ type: 'blur', x: 0.25 }])
  const { status, body } = await send({ caption_top: 'Top', caption_bottom: ' ', layers: blur })
  assert.equal(status, 200, JSON.stringify(body))
  const layers = overlayOf(await requestOf(body.id))?.layers ?? []
  assert.deepEqual(
    layers.map((layer) => (layer.type === 'text' ? [layer.text, layer.anchor] : layer.type)),
    ['blur', ['Top', 'top']],
  )
  const again = fieldsOfRequest(await requestOf(body.id), testConfig({}).limits)
  assert.deepEqual([again.captionTop, again.captionBottom], ['Top', ''])
  const kept = await send({ caption_top: again.captionTop, layers: again.layers })
  assert.deepEqual(overlayOf(await requestOf(kept.body.id))?.layers, layers)
  const long = await send({ caption_bottom: 'a'.repeat(21) })
  assert.deepEqual(
    [long.status, long.body.error?.field, long.body.error?.message],
    [422, 'caption_bottom', '`caption_bottom` must have at most 20 characters.'],
  )
})

test('a sticker and a text are in every file of a GIF, including those derived from its kept source', async (t) => {
  const live = await startApp(t, { WORKER_CONCURRENCY: '1', RENDITIONS: 'all' })
  const video = await readFile(await makeVideo(t, { seconds: 1, width: 160, height: 90, fps: 5 }))
  const form = new FormData()
  const values = { category: '1', title: 'Layers', start: '0', end: '1' }
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  // A red square in the middle, and a text below it.
  form.append(
    'layers',
    JSON.stringify([
      { ...caption, y: 0.95 },
      { ...drawn[1], width: 0.4 },
    ]),
  )
  form.append('video', new Blob([new Uint8Array(video)], { type: 'video/mp4' }), 'clip.mp4')
  form.append('stickers[]', new Blob([new Uint8Array(await sticker)], { type: 'image/png' }), 'red.png')
  const { status, body } = await live.json('/api/create-gif/source/video', { method: 'POST', body: form })
  assert.equal(status, 200, JSON.stringify(body))
  const done = await live.ended(body.id)
  assert.equal(done.status, 'done', JSON.stringify(done))
  const gifOf = () => live.withStores(({ catalogue }) => catalogue.gifByCode(done.result.code))
  await until('all files are derived', async () => missingRenditions((await gifOf())!).length === 0)
  const { mediaId, renditions: files } = (await gifOf())!
  const folder = await makeFolder(t)
  for (const name of Object.keys(files) as RenditionName[]) {
    const path = join(folder, renditions[name].file)
    await live.withStores(({ mediaStore }) => mediaStore.fetch(renditionKey(mediaId, name), path))
    const { width, height, frames } = await decode(path)
    const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
    for (const pixels of frames) {
      const [red = 0, green = 0, blue = 0] = pixels.subarray(middle)
      assert.ok(red > 180 && green < 90 && blue < 90, `${name}: ${red}, ${green}, ${blue}`)
    }
  }
})

test('the status of a creation names characters that no font covers', async (t) => {
  const working = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const statusOf = async (text: string) => {
    const pictures = [await stickerUrl, await stickerUrl]
    const size = { width: 64, height: 48, resize: 1 }
    const layers = JSON.stringify([{ type: 'text', text }])
    const values = { category: 1, title: 'Boxes', ...size, pictures, layers }
    const { body } = await working.post('/api/create-gif/source/pictures', values)
    return working.ended(body.id)
  }
  const { status, result } = await statusOf('Hi \u{E000}\u{E001}')
  assert.equal(status, 'done')
  assert.deepEqual(result.missing_characters, ['\u{E000}', '\u{E001}'])
  assert.ok(!('missing_characters' in (await statusOf('Hi')).result))
})
