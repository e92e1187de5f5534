import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { isFullRun } from '../support/full-run.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import {
  blackPng,
  flatWebp,
  movieOfPngs,
  tinyFramesGif,
  tinyFramesWebp,
} from '../support/media/hostile-files.ts'
import { makeFolder, picturesPlan, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const run = promisify(execFile)
const mebibyte = 2 ** 20

type End = { code: string; message: RegExp } | 'done'

const tooManyPixels = { code: 'media_too_large', message: /^The video has more pixels in a frame/ }
const pictureTooLarge = { code: 'media_too_large', message: /^Picture 2 has more pixels/ }
const tooManyStreams = { code: 'media_too_large', message: /^The video has more streams/ }
const tooManyFrames = { code: 'media_too_large', message: /^The clip has more frames/ }
const damaged = { code: 'media_broken', message: /^The file is damaged/ }
const pictureDamaged = { code: 'media_broken', message: /^Picture 2 is damaged/ }

/** One of each kind of bomb; the full run has the others. */
const usual = new Set([
  ...['a PNG of 30,000 x 30,000', 'a PNG with a color profile that unpacks to 500 MB'],
  ...['a WebP of 16,000 x 16,000 in a few bytes', 'a GIF of 20,000 frames'],
  ...['a JPEG whose header declares 65,500 x 65,500', 'a progressive JPEG of 8000 scans'],
  ...[
    'a movie that declares 64 x 64 and contains 15,000 x 15,000',
    'a movie of 1000 frames per second for a minute',
  ],
  ...['twelve hours of one still', 'a movie of 300 tracks', 'a GIF with a screen of 65,535 x 65,535'],
  'a movie whose frames are in another file',
])

// Far less than the time limit allows: a bomb ends because of its content, not its duration.
describe('a small file that expands', () => {
  let fixtures = ''
  const pool = startPool({ after }, { timeoutSeconds: 60 })
  before(async () => {
    fixtures = await ensureFixtures()
  })
  const small = blackPng({ width: 64, height: 64 })

  const pictures: [what: string, make: () => Buffer | Promise<Buffer>, end: End][] = [
    ['a PNG of 30,000 x 30,000', () => blackPng({ width: 30_000, height: 30_000 }), pictureTooLarge],
    [
      'an interlaced PNG of 20,000 x 20,000',
      () => blackPng({ width: 20_000, height: 20_000, interlaced: true }),
      pictureTooLarge,
    ],
    [
      'an interlaced PNG of just under the limit',
      () => blackPng({ width: 6300, height: 6300, interlaced: true }),
      'done',
    ],
    [
      'a PNG with a color profile that unpacks to 500 MB',
      () => blackPng({ width: 64, height: 64, chunks: [['iCCP', packed('sRGB\0\0')]] }),
      'done',
    ],
    [
      'a PNG with texts that unpack to 500 MB',
      () => blackPng({ width: 64, height: 64, chunks: [['zTXt', packed('Comment\0\0')]] }),
      'done',
    ],
    ['a WebP of 16,000 x 16,000 in a few bytes', () => flatWebp(16_000, 16_000), pictureTooLarge],
    ['a WebP of 20,000 frames', () => tinyFramesWebp(20_000), 'done'],
    ['a GIF of 20,000 frames', () => tinyFramesGif(8, 8, 20_000), 'done'],
    ['a GIF with a screen of 65,535 x 65,535', () => tinyFramesGif(65_535, 65_535, 3), 'done'],
    ['a JPEG whose header declares 65,500 x 65,500', () => jpegThatSays(65_500), pictureTooLarge],
    ['a progressive JPEG of 8000 scans', () => jpegOfScans(8000), pictureDamaged],
  ]
  for (const [what, make, end] of pictures) {
    if (!isFullRun && !usual.has(what)) continue
    test(`${what}, as a picture, ends ${told(end)}`, async (t) => {
      const folder = await makeFolder(t)
      const inputs = ['first', 'second'].map((name) => join(folder, name))
      await writeFile(inputs[0]!, small)
      await writeFile(inputs[1]!, await make())
      await ends(render(t, pool, picturesPlan(inputs)), end)
    })
  }

  test('many small files that expand together are refused by their headers, before any is decoded', async (t) => {
    const folder = await makeFolder(t)
    const inputs = Array.from({ length: 12 }, (_, index) => join(folder, `picture-${index}`))
    for (const input of inputs) await writeFile(input, flatWebp(6000, 6000))
    const refusal = {
      code: 'media_too_large',
      field: 'pictures[]',
      message: /^The pictures have more pixels together/,
    }
    await assert.rejects(render(t, pool, picturesPlan(inputs)), refusal)
    if (isFullRun) await render(t, pool, picturesPlan(inputs.slice(0, 3)))
  })

  const videos: [what: string, make: (folder: string) => Buffer | Promise<Buffer>, end: End][] = [
    [
      'a movie of a PNG of 30,000 x 30,000',
      () =>
        movieOfPngs({
          width: 30_000,
          height: 30_000,
          samples: [blackPng({ width: 30_000, height: 30_000 })],
          sampleMs: 1000,
        }),
      tooManyPixels,
    ],
    [
      'a movie that declares 64 x 64 and contains 15,000 x 15,000',
      () =>
        movieOfPngs({
          width: 64,
          height: 64,
          samples: [blackPng({ width: 15_000, height: 15_000 })],
          sampleMs: 1000,
        }),
      tooManyPixels,
    ],
    [
      'a movie whose frames grow to 15,000 x 15,000 on the way',
      () =>
        movieOfPngs({
          width: 64,
          height: 64,
          samples: [small, small, blackPng({ width: 15_000, height: 15_000 }), small],
          sampleMs: 500,
        }),
      'done',
    ],
    [
      'a movie of 1000 frames per second for a minute',
      () =>
        movieOfPngs({
          width: 64,
          height: 64,
          samples: Array.from({ length: 60_000 }, () => small),
          sampleMs: 1,
        }),
      tooManyFrames,
    ],
    [
      'a million frames at one moment',
      () =>
        movieOfPngs({
          width: 64,
          height: 64,
          samples: Array.from({ length: 100_000 }, () => small),
          sampleMs: 0,
        }),
      tooManyFrames,
    ],
    [
      'twelve hours of one still',
      () => movieOfPngs({ width: 64, height: 64, samples: [small], sampleMs: 12 * 3_600_000 }),
      'done',
    ],
    [
      'a movie of 300 tracks',
      () => movieOfPngs({ width: 64, height: 64, samples: [small], sampleMs: 1000, tracks: 300 }),
      tooManyStreams,
    ],
    [
      'a movie of 3000 tracks',
      () => movieOfPngs({ width: 64, height: 64, samples: [small], sampleMs: 1000, tracks: 3000 }),
      tooManyStreams,
    ],
    ['a Matroska file of 300 attached files', (folder) => manyAttachments(folder), 'done'],
    ['a GIF with a screen of 65,535 x 65,535', () => tinyFramesGif(65_535, 65_535, 3), tooManyPixels],
    ['a GIF of 50,000 frames', () => tinyFramesGif(8, 8, 50_000, 2), 'done'],
    ['an MP4 of 60,000 fragments', () => manyFragments(), tooManyFrames],
    [
      'a movie whose frames are in another file',
      (folder) =>
        movieOfPngs({
          width: 64,
          height: 64,
          samples: [small],
          sampleMs: 1000,
          elsewhere: `file://${folder}/other`,
        }),
      damaged,
    ],
  ]
  for (const [what, make, end] of videos) {
    if (!isFullRun && !usual.has(what)) continue
    test(`${what}, as a video, ends ${told(end)}`, async (t) => {
      const folder = await makeFolder(t)
      await writeFile(join(folder, 'first'), small)
      await writeFile(join(folder, 'other'), Buffer.concat([Buffer.alloc(28), small]))
      await writeFile(join(folder, 'in'), await make(folder))
      await ends(render(t, pool, videoPlan(join(folder, 'in'))), end)
    })
  }

  /** The zlib output for half a gigabyte of zeros, after the words that begin such a chunk. */
  function packed(beginning: string): Buffer {
    return Buffer.concat([
      Buffer.from(beginning, 'latin1'),
      deflateSync(Buffer.alloc(500 * mebibyte), { level: 1 }),
    ])
  }

  async function jpegThatSays(side: number): Promise<Buffer> {
    const bytes = await sharp(small).jpeg().toBuffer()
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    bytes.writeUInt16BE(side, frame + 5)
    bytes.writeUInt16BE(side, frame + 7)
    return bytes
  }

  /** The last scan, repeated: each covers the whole picture. */
  async function jpegOfScans(count: number): Promise<Buffer> {
    const flat = sharp({ create: { width: 2000, height: 2000, channels: 3, background: 'red' } })
    const bytes = await flat.jpeg({ progressive: true }).toBuffer()
    const scan = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    return Buffer.concat([
      bytes.subarray(0, -2),
      ...Array.from({ length: count }, () => scan),
      bytes.subarray(-2),
    ])
  }

  async function manyAttachments(folder: string): Promise<Buffer> {
    const [input, output] = [join(fixtures, 'h264.mkv'), join(folder, 'attached.mkv')]
    const attached = Array.from({ length: 300 }, () => ['-attach', join(folder, 'first')]).flat()
    const typed = ['-metadata:s:t', 'mimetype=image/png', '-c', 'copy']
    await run('ffmpeg', ['-v', 'error', '-i', input, ...attached, ...typed, output])
    return readFile(output)
  }

  /** One fragment for each frame, all of them repeated. */
  async function manyFragments(): Promise<Buffer> {
    const made = ['-movflags', 'frag_every_frame+empty_moov+default_base_moof', '-f', 'mp4', 'pipe:1']
    const { stdout } = await run(
      'ffmpeg',
      ['-v', 'error', '-i', join(fixtures, 'h264.mp4'), '-an', '-c', 'copy', ...made],
      { encoding: 'buffer', maxBuffer: 50 * mebibyte },
    )
    const first = stdout.indexOf('moof') - 4
    const last = stdout.lastIndexOf('mfra') === -1 ? stdout.length : stdout.lastIndexOf('mfra') - 4
    const fragments = stdout.subarray(first, last)
    const count = fragments.toString('latin1').split('moof').length - 1
    return Buffer.concat([
      stdout.subarray(0, first),
      ...Array.from({ length: Math.ceil(60_000 / count) }, () => fragments),
    ])
  }
})

function told(end: End): string {
  return end === 'done' ? 'as a GIF' : `with ${end.code}`
}

async function ends(result: Promise<unknown>, end: End): Promise<void> {
  if (end === 'done') await result
  else
    await assert.rejects(result, (error: Error & { code?: string; retry?: boolean }) => {
      assert.equal(error.code, end.code, `${error.message} ${String(error.cause)}`)
      assert.match(error.message, end.message)
      assert.equal(error.retry, false)
      return true
    })
}
