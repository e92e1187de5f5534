import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '../support/app.ts'
import { decode, type Decoded } from '../support/media/decoded.ts'
import { discClip } from '../support/media/drawn-gif.ts'
import { encodeGif, visible } from '../support/media/gif-playback.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'

let app: TestApp
let folder = ''
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
  code = await made({ title: 'Disc', category: '1', 'tags[]': 'disc' }, { file: gif })
})
after(async () => {
  for (const end of endings) await end()
  await rm(folder, { recursive: true, force: true })
})

type Values = Record<string, string>
type Files = Record<string, Buffer>

async function post(values: Values, files: Files = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries(values)) form.append(key, value)
  for (const [key, bytes] of Object.entries(files))
    form.append(key, new Blob([new Uint8Array(bytes)]), 'disc.gif')
  return app.json('/api/create-gif/source/gif', { method: 'POST', body: form })
}

async function made(values: Values, files: Files = {}): Promise<string> {
  const { status, body } = await post(values, files)
  assert.equal(status, 200, JSON.stringify(body))
  const answer = await app.ended(body.id)
  assert.equal(answer.status, 'done', JSON.stringify(answer))
  return answer.url
}

async function failed(values: Values, files: Files = {}) {
  const { status, body } = await post(values, files)
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

test('a GIF edited without changes is identical to the byte, and encoding it smaller makes it smaller', async () => {
  assert.deepEqual((await decoded(await made({ gif: code }))).bytes, (await decoded(code)).bytes)
  const small = await decoded(await made({ gif: code, width: '60' }))
  assert.deepEqual([small.width, small.height, small.frames.length], [60, 40, 12])
  const cropped = await decoded(await made({ gif: code, crop: '20,10,64,48', frames: '2x5,3' }))
  assert.deepEqual([cropped.width, cropped.height, cropped.delaysMs], [64, 48, [500, 100]])
  const tight = await decoded(await made({ gif: code, max_bytes: '50000' }))
  assert.ok(tight.bytes.length <= 50_000)
})

test('clips are appended in the size of the first, from the library and from files of other types', async () => {
  const other = encodeGif({ ...discClip(4), delaysMs: [50, 50, 50, 70] })
  const video = await readFile(join(await ensureFixtures(), 'numbered-30.mkv'))
  const both = await decoded(
    await made({ gif: code, 'append[]': code, frames: '1' }, { 'append_files[]': other }),
  )
  const source = pictures(await decoded(code))
  assert.deepEqual(pictures(both).slice(0, 13), [source[0], ...source])
  assert.deepEqual(both.delaysMs.slice(13), [50, 50, 50, 70])
  // All frames of the video exceed the limit; those of a lower rate do not.
  const all = await failed({ gif: code, frames: '1-2' }, { 'append_files[]': video })
  assert.match(all.message, /cannot be kept as it is: it has more than 100 frames/)
  const mixed = await decoded(
    await made({ gif: code, frames: '1-2', fps: '10' }, { 'append_files[]': video }),
  )
  assert.deepEqual([mixed.width, mixed.height], [120, 80])
  assert.ok(mixed.frames.length > 4)
  const ofVideo = await decoded(
    await made({ title: 'Film', category: '1', fps: '10', frames: '1-3' }, { file: video }),
  )
  assert.equal(ofVideo.frames.length, 3)
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
  assert.deepEqual(await problem({ gif: code, frames: '1-12,1-12,1-12,1-12,1-12,1-12,1-12,1-12,1-12' }), [
    'invalid_value',
    'frames',
  ])
  assert.deepEqual(await problem({ gif: code, start: '5' }), ['invalid_value', 'start'])
  assert.deepEqual(await problem({ gif: code, start: '1', end: '0.5' }), ['invalid_value', 'end'])
  assert.deepEqual(await problem({ gif: code, crop: '100,0,100,50' }), ['invalid_value', 'crop'])
  assert.deepEqual(await problem({ gif: code, frames: '1-12x60' }), ['invalid_value', 'frames'])
  assert.deepEqual(await problem(details, { file: gif.subarray(0, gif.length / 2) }), ['media_broken', 'gif'])
  assert.deepEqual(await problem(details, { file: Buffer.from('no animation') }), [
    'media_unsupported',
    'file',
  ])
  assert.deepEqual(await problem({ title: 'No' }, { file: gif }), ['missing_value', 'category'])
})
