import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '../support/app.ts'
import { decode, type Decoded } from '../support/media/decoded.ts'
import { discClip } from '../support/media/drawn-gif.ts'
import { encodeGif, visible } from '../support/media/gif-playback.ts'

let app: TestApp
let folder = ''
let own = ''
let code = ''
const clip = discClip(12)
const gif = encodeGif(clip)
const endings: (() => Promise<void>)[] = []
before(async () => {
  app = await startApp(
    { after: (end) => void endings.push(end as () => Promise<void>) },
    { MAX_EDITED_FRAMES: '100' },
  )
  folder = await mkdtemp(join(tmpdir(), 'gifwright-edit-'))
  own = await app.token('owner@example.org')
  code = await made({ title: 'Disc', category: '1', 'tags[]': 'disc' }, { file: gif })
})
after(async () => {
  for (const end of endings) await end()
  await rm(folder, { recursive: true, force: true })
})

type Values = Record<string, string>
type Files = Record<string, Buffer>

async function post(values: Values, files: Files = {}, token?: string) {
  const form = new FormData()
  for (const [key, value] of Object.entries(values)) form.append(key, value)
  for (const [key, bytes] of Object.entries(files))
    form.append(key, new Blob([new Uint8Array(bytes)]), 'disc.gif')
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return app.json('/api/create-gif/source/gif', { method: 'POST', body: form, headers })
}

async function made(values: Values, files: Files = {}, token?: string): Promise<string> {
  const { status, body } = await post(values, files, token)
  assert.equal(status, 200, JSON.stringify(body))
  const answer = await app.ended(body.id)
  assert.equal(answer.status, 'done', JSON.stringify(answer))
  return answer.url
}

async function failed(values: Values, files: Files = {}, token?: string) {
  const { status, body } = await post(values, files, token)
  if (status !== 200) return { ...body.error, status }
  const answer = await app.ended(body.id)
  return { ...answer.error, status }
}

async function decoded(code: string, ending = 'gif'): Promise<Decoded & { bytes: Buffer }> {
  const record = (await app.json(`/api/gif/${code}`)).body.result[0]!
  const bytes = Buffer.from(
    await (await fetch(ending === 'gif' ? record.gif_url : record.mp4_url)).arrayBuffer(),
  )
  const path = join(folder, `${code}.${ending}`)
  await writeFile(path, bytes)
  return { ...(await decode(path)), bytes }
}

const pictures = ({ frames }: Decoded) => frames.map((rgba) => visible(rgba))

test('frames are deleted, held, reordered and reversed without changing a pixel, and details are copied', async () => {
  const source = await decoded(code)
  const changed = await made({ gif: code, frames: '1-3,6x3,12-10' })
  const result = await decoded(changed)
  const order = [0, 1, 2, 5, 11, 10, 9]
  assert.deepEqual(
    pictures(result),
    order.map((frame) => pictures(source)[frame]),
  )
  assert.deepEqual(result.delaysMs, [100, 100, 100, 300, 100, 100, 100])
  const { title, tags } = (await app.json(`/api/gif/${changed}`)).body.result[0]!
  assert.deepEqual([title, tags], ['Disc', ['disc']])
  const backward = await decoded(await made({ gif: code, reverse: '1', speed: '2', start: '0.2' }))
  assert.deepEqual(pictures(backward), pictures(source).slice(2).toReversed())
  assert.deepEqual(
    backward.delaysMs,
    Array.from({ length: 10 }, () => 50),
  )
  assert.equal((await decoded(changed, 'mp4')).width, source.width)
})

test('a GIF that the caller cannot see is not found, and an edit of a private one is private', async () => {
  const secret = await made({ title: 'Secret', category: '1', private: '1' }, { file: gif }, own)
  const other = await app.token('other@example.org')
  for (const token of [undefined, other]) {
    assert.deepEqual(await failed({ gif: secret }, {}, token), {
      code: 'not_found',
      detail: 'gifOfField',
      field: 'gif',
      message: '`gif` must be the code of a GIF that you can see.',
      status: 404,
    })
    assert.equal((await failed({ gif: code, 'append[]': secret }, {}, token)).field, 'append')
  }
  const copy = await made({ gif: code, 'append[]': secret }, {}, own)
  assert.equal((await app.json(`/api/gif/${copy}`)).status, 404)
})

test('an invalid edit is reported in one sentence that names the field', async () => {
  const problem = async (values: Values, files: Files = {}) => {
    const { code, field, message } = await failed(values, files)
    assert.match(message, /^[^\n]{10,220}[.)]$/)
    return [code, field]
  }
  const details = { title: 'No', category: '1' }
  assert.deepEqual(await problem({}), ['missing_value', 'gif'])
  assert.deepEqual(await problem({ gif: code }, { file: gif }), ['invalid_value', 'file'])
  assert.deepEqual(await problem({ gif: code, frames: '1-' + '9'.repeat(9) }), ['invalid_value', 'frames'])
  assert.deepEqual(await problem({ gif: code, frames: '13' }), ['invalid_value', 'frames'])
  assert.deepEqual(await problem({ gif: code, start: '1', end: '0.5' }), ['invalid_value', 'end'])
  assert.deepEqual(await problem({ gif: code, crop: '100,0,100,50' }), ['invalid_value', 'crop'])
  assert.deepEqual(await problem(details, { file: gif.subarray(0, gif.length / 2) }), ['media_broken', 'gif'])
  assert.deepEqual(await problem({ title: 'No' }, { file: gif }), ['missing_value', 'category'])
})

test('a bomb of 20,000 frames, and one of a huge screen, are refused before they are unpacked', async () => {
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  const head = (width: number) => [
    ...Buffer.from('GIF89a'),
    width & 255,
    width >> 8,
    width & 255,
    width >> 8,
    0x80,
    0,
    0,
  ]
  const colors = [0, 0, 0, 255, 255, 255]
  const many = [...head(64), ...colors, ...Array.from({ length: 20_000 }, () => frame).flat(), 0x3b]
  const details = { title: 'Bomb', category: '1' }
  const tooMany = await failed(details, { file: Buffer.from(many) })
  assert.deepEqual(
    [tooMany.code, tooMany.message],
    ['media_too_large', 'The GIF is too large for this: it has more than 100 frames.'],
  )
  const huge = [...head(65_535), ...colors, ...frame, 0x3b]
  assert.equal((await failed(details, { file: Buffer.from(huge) })).code, 'media_too_large')
})
