import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { AppError } from '#src/lib/app-error.ts'
import type { PreparationPlan, Previewed } from '#src/media/media-engine.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { whyNoHeic, writeHeic } from '../support/media/heic.ts'
import { bmpOf, damagedPictures, heicOfSize } from '../support/media/hostile-pictures.ts'
import { startPool } from '../support/rendering/rendering.ts'

const run = promisify(execFile)

let root: string
const pool = startPool({ after }, { maxMegapixels: 2 })

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'gifwright-convert-'))
})

after(() => rm(root, { recursive: true, force: true }))

async function preview(plan: PreparationPlan): Promise<Previewed> {
  const folder = await mkdtemp(join(root, 'job-'))
  return pool.preview(plan, folder, { signal: new AbortController().signal, onProgress: () => {} })
}

const convert = (input: string) => preview({ kind: 'convert', input })

async function refusalOf(name: string, bytes: Uint8Array): Promise<AppError> {
  const path = join(root, name)
  await writeFile(path, bytes)
  const error: unknown = await convert(path).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof AppError, `${name} is refused`)
  return error
}

test('TIFF and BMP pictures are converted to a format that browsers show, in their size', async () => {
  const tiff = await convert(join(await ensureFixtures(), 'pictures', 'picture.tiff'))
  assert.deepEqual([tiff.made.width, tiff.made.height], [64, 48])
  const bmp = join(root, 'picture.bmp')
  await writeFile(bmp, bmpOf(30, 20))
  const converted = await convert(bmp)
  assert.equal(converted.made.type, 'jpeg')
  const shown = await sharp(await readFile(converted.path ?? '')).metadata()
  assert.deepEqual([shown.width, shown.height, shown.format], [30, 20, 'jpeg'])
})

test('a HEIC picture of a phone becomes a JPEG, if libheif is installed', async (t) => {
  const why = await whyNoHeic()
  if (why !== null) return t.skip(why)
  const heic = join(root, 'photo.heic')
  await writeHeic(join(await ensureFixtures(), 'pictures', 'plain.png'), heic)
  const { made, path } = await convert(heic)
  assert.deepEqual([made.width, made.height, made.type], [64, 48, 'jpeg'])
  assert.equal((await sharp(await readFile(path ?? '')).metadata()).format, 'jpeg')
  const cut = await refusalOf('cut.heic', (await readFile(heic)).subarray(0, 600))
  assert.equal(cut.message, 'The picture is damaged and could not be decoded.')
})

test('pictures that claim too many pixels are refused before they are decoded', async () => {
  for (const [name, bytes] of [
    ['bomb.bmp', bmpOf(60_000, 60_000, Buffer.alloc(100))],
    ['bomb.heic', heicOfSize(65_000, 65_000)],
  ] as const) {
    const error = await refusalOf(name, bytes)
    assert.equal(error.code, 'media_too_large')
    assert.equal(error.message, 'The picture has more pixels than this service accepts.')
  }
})

test('damaged pictures, and files of another type, end in one sentence', async () => {
  for (const [name, bytes] of await damagedPictures()) {
    const error = await refusalOf(name, bytes)
    assert.equal(error.code, 'media_broken', `${name}: ${error.message}`)
  }
  assert.equal((await refusalOf('text', Buffer.from('no picture at all'))).code, 'media_unsupported')
})

test('a stream that browsers play is copied unchanged, and any other becomes small, with key frames for scrubbing', async () => {
  const fixtures = await ensureFixtures()
  const of = (name: string) => preview({ kind: 'preview', input: join(fixtures, name), seconds: 2 })
  const asIs = await of('h264.mp4')
  assert.deepEqual([asIs.made.file, asIs.made.type], ['source', 'mp4'])
  const remuxed = await of('cover-and-sound.mp4')
  assert.deepEqual([remuxed.made.file, remuxed.made.type], ['made', 'mp4'])
  const { stdout: streams } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_type',
    '-of',
    'csv=p=0',
    remuxed.path ?? '',
  ])
  assert.equal(streams.trim(), 'video')
  const coded = await of('numbered-25.avi')
  assert.deepEqual([coded.made.type, coded.made.seconds, coded.made.shownSeconds], ['mp4', 4, 2])
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0', coded.path ?? ''],
  ])
  const keys = stdout
    .split('\n')
    .filter((line) => line.includes('K'))
    .map((line) => Number(line.split(',')[0]))
  assert.equal(keys[0], 0)
  assert.ok(
    keys.every((at, index) => index === 0 || at - (keys[index - 1] ?? 0) <= 0.5),
    stdout,
  )
})
