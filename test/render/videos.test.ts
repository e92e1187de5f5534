import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import { mainRenditions } from '#src/media/rendition.ts'
import { corners } from '../../scripts/fixture-pictures.ts'
import { colorAt, decode, distance, gifLoops } from '../support/media/decoded.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { render, startPool, videoPlan } from '../support/rendering/rendering.ts'

type Corner = keyof typeof corners

type Expected = {
  size?: [number, number]
  frames?: number
  /** The expected corners, from the top left, row by row. */
  shows?: [Corner, Corner, Corner, Corner]
  /** The tolerance of a channel; HDR has no one right answer. */
  tolerance?: number
}

const upright: Expected['shows'] = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight']

const table: Record<string, Expected> = {
  'h264.mp4': {},
  'h264.mov': {},
  'h264.mkv': {},
  'h264.ts': {},
  'hevc.mp4': {},
  'hevc-10bit.mkv': {},
  'vp8.webm': {},
  'vp9.webm': {},
  'av1.mp4': {},
  'av1.webm': {},
  'mpeg4.avi': {},
  'mjpeg.avi': {},
  'flv1.flv': {},
  'h264.flv': {},
  // Their sound begins 46 ms before the pictures.
  'wmv1.wmv': { frames: 16 },
  'wmv2.wmv': { frames: 16 },
  'msmpeg4.asf': {},
  'theora.ogv': {},
  'mpeg1.mpg': {},
  'mpeg2.vob': {},
  'h263.3gp': { size: [176, 144] },
  'h264.3gp': {},
  'mpeg4.3g2': {},
  'h264.m4v': {},
  'h264.mts': {},
  'mpeg2.mts': {},
  'still.gif': { frames: 10 },
  'wide-pixels.mp4': { size: [320, 120] },
  'tall-pixels.mp4': { size: [80, 120] },
  'odd.webm': { size: [161, 91] },
  'large-odd.mp4': { size: [480, 318] },
  'tall.mp4': { size: [32, 1920], frames: 5, tolerance: 25 },
  'hd.mp4': { size: [480, 270], frames: 6 },
  'full-range.mp4': {},
  'hdr.mp4': { frames: 6, tolerance: 255 },
  'cover-and-sound.mp4': {},
  'two-sizes.ts': { frames: 29 },
  'turned-90.mp4': { size: [120, 160], shows: ['bottomLeft', 'topLeft', 'bottomRight', 'topRight'] },
  'turned-180.mp4': { shows: ['bottomRight', 'bottomLeft', 'topRight', 'topLeft'] },
  'turned-270.mp4': { size: [120, 160], shows: ['topRight', 'bottomRight', 'topLeft', 'bottomLeft'] },
  'mirrored.mp4': { shows: ['topRight', 'topLeft', 'bottomRight', 'bottomLeft'] },
}

/** The videos in `npm test`: one for each feature of videos, while the full run has every format. */
const usual = new Set([
  ...['h264.mp4', 'hevc-10bit.mkv', 'av1.webm', 'mjpeg.avi', 'wmv2.wmv', 'mpeg2.mts', 'still.gif'],
  ...['wide-pixels.mp4', 'odd.webm', 'large-odd.mp4', 'full-range.mp4', 'hdr.mp4', 'cover-and-sound.mp4'],
  ...['two-sizes.ts', 'turned-90.mp4', 'mirrored.mp4'],
])

const places: [number, number][] = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
]

describe('a GIF from a video', () => {
  let folder = ''
  const pool = startPool({ after })
  before(async () => {
    folder = await ensureFixtures()
  })

  for (const [name, { size = [160, 120], frames = 15, shows = upright, tolerance = 12 }] of Object.entries(
    table,
  )) {
    if (!isFullRun && !usual.has(name)) continue
    test(`${name} gives every rendition, upright, in its size, timing and colors`, async (t) => {
      const made = await render(t, pool, videoPlan(join(folder, name)))
      assert.deepEqual([made.width, made.height, made.frames], [...size, frames])
      assert.ok(Math.abs(made.durationMs - (frames * 1000) / (name.endsWith('.gif') ? 10 : 15)) <= 1)
      for (const rendition of mainRenditions) {
        const decoded = await decode(made.files[rendition].path)
        const isMp4 = rendition === 'mp4'
        assert.deepEqual(
          [decoded.width, decoded.height],
          isMp4 ? size.map((side) => side + (side % 2)) : size,
          `size of ${rendition}`,
        )
        if (rendition !== 'thumb') {
          const total = decoded.delaysMs.reduce((sum, delay) => sum + delay, 0)
          assert.ok(Math.abs(total - made.durationMs) <= 10 + frames, `${rendition} lasts ${total}`)
        }
        if (isMp4) {
          assert.equal(decoded.frames.length, frames)
          const bytes = await readFile(made.files.mp4.path)
          assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'it plays before it is complete')
        }
        for (const [index, place] of places.entries()) {
          for (const frame of [0, -1]) {
            const { color, alpha } = colorAt(decoded, frame, place)
            const expected = corners[shows?.[index] ?? 'topLeft']
            const off = distance(color, expected)
            assert.ok(
              off <= tolerance,
              `${rendition}, frame ${frame}, corner ${index}: ${color} is not ${expected}`,
            )
            assert.equal(alpha, 255)
          }
        }
      }
      assert.equal(await gifLoops(made.files.gif.path), 0)
      assert.deepEqual(
        made.progress,
        made.progress.toSorted((one, other) => one - other),
      )
      assert.equal(made.progress.at(-1), 1)
      assert.equal(made.hasAlpha, false)
    })
  }
})
