import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import { corners } from '../../scripts/fixture-pictures.ts'
import { colorAt, decode, distance } from '../support/media/decoded.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { makeFolder, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const white = [255, 255, 255] as const

describe('an unusual video', () => {
  let folder = ''
  const pool = startPool({ after })
  before(async () => {
    folder = await ensureFixtures()
  })
  const at = (name: string) => join(folder, name)

  const transparent = ['alpha-vp9.webm', 'alpha.gif', 'alpha-vp8.webm', 'alpha-large.webm']
  for (const name of isFullRun ? transparent : transparent.slice(0, 2)) {
    test(`${name}: transparency is kept in GIF and WebP, and is white in MP4 and thumbnail`, async (t) => {
      const made = await render(t, pool, videoPlan(at(name)))
      const decoded = await Promise.all(Object.values(made.files).map(({ path }) => decode(path)))
      for (const [index, rendition] of ['gif', 'mp4', 'webp', 'thumb'].entries()) {
        for (const frame of [0, -1]) {
          const seen = colorAt(decoded[index]!, frame, [0.25, 0.25])
          const unseen = colorAt(decoded[index]!, frame, [0.75, 0.25])
          assert.ok(distance(seen.color, corners.topLeft) <= 14, `${rendition} shows ${seen.color}`)
          assert.equal(seen.alpha, 255)
          if (rendition === 'gif' || rendition === 'webp') assert.equal(unseen.alpha, 0, rendition)
          else assert.ok(distance(unseen.color, white) <= 6, `${rendition} shows ${unseen.color}`)
        }
      }
    })
  }

  test('the edge of a scaled transparent video keeps its color', async (t) => {
    const made = await render(t, pool, videoPlan(at('alpha-large.webm')))
    const { frames, width } = await decode(made.files.gif.path)
    const row = 20 * width
    const opaque = Array.from({ length: width }, (_, x) => (row + x) * 4).filter(
      (place) => frames[0]![place + 3] === 255,
    )
    const last = opaque.at(-1)!
    const color = [frames[0]![last]!, frames[0]![last + 1]!, frames[0]![last + 2]!] as const
    assert.ok(distance(color, corners.topLeft) <= 40, `${color}`)
  })

  test('one pixel is a GIF too, with no room for a watermark', async (t) => {
    const made = await render(t, pool, videoPlan(at('pixel.gif'), { watermarkText: 'gifs.example' }))
    assert.deepEqual([made.width, made.height, made.frames], [1, 1, 5])
    for (const { path } of Object.values(made.files)) {
      const { color } = colorAt(await decode(path), 0, [0, 0])
      assert.ok(distance(color, [255, 0, 0]) <= 12, `${color}`)
    }
  })

  test('the watermark is in the lower right corner and nowhere else', async (t) => {
    const plain = await render(t, pool, videoPlan(at('hd.mp4')))
    const marked = await render(t, pool, videoPlan(at('hd.mp4'), { watermarkText: 'gifs.example & <b>' }))
    for (const rendition of ['mp4', 'thumb'] as const) {
      const [one, other] = await Promise.all([
        decode(plain.files[rendition].path),
        decode(marked.files[rendition].path),
      ])
      const { width, height } = one
      const changed = Array.from({ length: width * height }, (_, place) => place).filter(
        (place) => Math.abs(one.frames[0]![place * 4]! - other.frames[0]![place * 4]!) > 40,
      )
      assert.ok(changed.length > 100, `${changed.length} pixels belong to the mark`)
      assert.ok(changed.every((place) => place % width > width / 2 && place / width > (height * 3) / 4))
    }
  })

  const refused: [what: string, make: () => Promise<Buffer>, code: string][] = [
    ['a picture', () => readFile(at('pictures/plain.png')), 'media_unsupported'],
    ['text', async () => Buffer.from('#EXTM3U\nfile:///etc/passwd\n'), 'media_unsupported'],
    ['nothing', async () => Buffer.alloc(0), 'media_unsupported'],
    ['sound without video', () => readFile(at('sound-only.mp4')), 'media_unsupported'],
    ['an MP4 truncated before its index', () => readFile(at('cut-off.mp4')), 'media_broken'],
    [
      'the first bytes of a WebM',
      async () => (await readFile(at('vp9.webm'))).subarray(0, 60),
      'media_broken',
    ],
    ['an MP4 with noise for pictures', async () => noisy(await readFile(at('h264.mp4'))), 'media_broken'],
    [
      'an encrypted MP4',
      async () => replaced(await readFile(at('h264.mp4')), 'avc1', 'encv'),
      'media_unsupported',
    ],
    [
      'an MP4 of an unsupported codec',
      async () => replaced(await readFile(at('h264.mp4')), 'avc1', 'SVQ3'),
      'media_unsupported',
    ],
  ]
  for (const [what, make, code] of refused) {
    test(`${what} is refused with ${code}`, async (t) => {
      const input = join(await makeFolder(t), 'in')
      await writeFile(input, await make())
      await assert.rejects(
        render(t, pool, videoPlan(input)),
        (error: Error & { code?: string; retry?: boolean }) => {
          assert.equal(error.code, code, `${error.message} ${String(error.cause)}`)
          assert.equal(error.retry, false)
          assert.doesNotMatch(error.message, /\/|ffmpeg|ffprobe/)
          return true
        },
      )
    })
  }

  test('too many pixels are refused, whether or not the header declares them', async (t) => {
    const small = startPool(t, { maxMegapixels: 0.01 })
    for (const name of ['h264.mp4', 'still.gif', 'vp9.webm']) {
      await assert.rejects(render(t, small, videoPlan(at(name))), { code: 'media_too_large', retry: false })
    }
  })

  test('a clip is no longer than the limit', async (t) => {
    const short = startPool(t, { maxClipSeconds: 1 })
    assert.equal((await render(t, short, videoPlan(at('numbered-30.mkv')))).frames, 15)
  })
})

/** Everything after the index's boxes is noise, which the index does not mention. */
function noisy(mp4: Buffer): Buffer {
  const bytes = Buffer.from(mp4)
  const data = bytes.indexOf('mdat') + 4
  const end = Math.max(bytes.indexOf('moov') - 4, data)
  for (let index = data; index < end; index += 1) bytes[index] = (index * 7919) % 251
  return bytes
}

function replaced(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}
