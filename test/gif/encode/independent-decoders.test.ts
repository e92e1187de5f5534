import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { settingsAt } from '#src/gif/size-limit/quality-scale.ts'
import { type EncoderSettings, presetSettings } from '#src/gif/encode/encoder-settings.ts'
import { gifPresets } from '#src/options/gif-options.ts'
import { drawClip } from '../../support/media/drawn-clip.ts'
import { colorTables, openDecoders, pictureHash, type Shown } from '../../support/media/gif-decoders.ts'
import { decodeByVips } from '../../support/media/decoded.ts'
import { type Animation, encodeGif, shownAt, visible } from '../../support/media/gif-playback.ts'
import { type DrawnFrame, drawFrame, drawnFrames, sides } from '../../support/media/random-frames.ts'
import { shareInFile } from '../../support/shared.ts'
import { isFullRun, randomRuns } from '../../support/full-run.ts'

const decoders = shareInFile(openDecoders)

/** The pictures that every decoder shows for a GIF, once they agree. */
async function agreed(gif: Buffer): Promise<Shown> {
  const shown = await decoders().libvips(gif)
  for (const [name, decode] of Object.entries(decoders())) {
    const other = await decode(gif)
    // Some report the duration of a still picture, and some do not.
    if (shown.pictures.length === 1) other.delaysMs = shown.delaysMs
    assert.deepEqual(other, shown, name)
  }
  return shown
}

/** The pixels transparent in the middle of each frame's time are those of the frame. */
async function assertTransparent(gif: Buffer, animation: Animation): Promise<void> {
  const seen = (pixels: Uint8Array) => visible(pixels).filter((_, at) => at % 4 === 3)
  for (const [index, shown] of shownAt(await decodeByVips(gif), animation).entries()) {
    assert.deepEqual(
      seen(shown ?? Buffer.of()),
      seen(animation.frames[index] ?? Buffer.of()),
      `frame ${index}`,
    )
  }
}

const every = (delayMs: number, frames: Uint8Array[]) => frames.map(() => delayMs)

function drawn(width: number, height: number, frames: DrawnFrame[], delayMs = 70): Animation {
  const pixels = frames.map((frame) => drawFrame(frame, width, height))
  return { width, height, frames: pixels, delaysMs: every(delayMs, pixels) }
}

const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed)
const opaque = (kind: DrawnFrame['kind'], count: number): DrawnFrame[] =>
  seeds(count).map((seed) => ({ kind, seed: 2 * seed, hasAlpha: false }))

async function clip(filters: string): Promise<Animation> {
  const drawn = await drawClip(filters)
  return { ...drawn, delaysMs: every(1000 / 15, drawn.frames) }
}

/** One picture in which a square is transparent for some time, then elsewhere, then nowhere. */
function holes(): Animation {
  const { width, height, frames } = drawn(61, 43, opaque('gradient', 12))
  for (const [index, frame] of frames.entries()) {
    for (const place of index % 4 === 3 ? [] : seeds(400)) {
      frame[(((index % 4) * 8 + Math.floor(place / 20)) * width + (place % 20)) * 4 + 3] = index % 5
    }
  }
  return { width, height, frames, delaysMs: every(80, frames) }
}

/** The given number of colors, each in some of the frames. */
function colored(count: number): Animation {
  const [width, height] = [53, 31]
  const frames = seeds(6).map((frame) => {
    const pixels = new Uint8Array(width * height * 4)
    for (let place = 0; place < width * height; place++) {
      const color = (place + frame * 7) % count
      pixels.set([color, (color * 5) & 255, 255 - color, 255], place * 4)
    }
    return pixels
  })
  return { width, height, frames, delaysMs: every(60, frames) }
}

const kinds: Record<string, () => Animation | Promise<Animation>> = {
  'a video with noise': () =>
    clip('gradients=s=202x114:r=15:d=2:speed=0.02:c0=navy:c1=orange:seed=7,noise=alls=9:allf=t'),
  'a video with motion': () =>
    clip('mandelbrot=s=143x80:r=15:start_scale=1:end_scale=0.05:end_pts=30,trim=end_frame=30'),
  'nothing but noise': () => drawn(97, 61, opaque('noise', 9)),
  'scenes with colors of their own': () =>
    clip(
      'smptebars=s=90x60:r=15:d=1[a];mandelbrot=s=90x60:r=15,trim=end_frame=15[b];gradients=s=90x60:r=15:d=1:c0=navy:c1=orange:seed=7[c];[a][b][c]concat=n=3,format=yuv420p',
    ),
  'holes that come and go': holes,
  'one frame': () => drawn(45, 31, opaque('gradient', 1)),
  'one pixel': () => drawn(1, 1, opaque('noise', 1)),
  'one pixel that moves': () => drawn(1, 1, opaque('noise', 20)),
  'one row': () => drawn(301, 1, opaque('noise', 5)),
  'one column': () => drawn(1, 301, opaque('gradient', 5)),
  'two colors': () => colored(2),
  'as many colors as fit in a table': () => colored(255),
  'one more color than that': () => colored(256),
  'pictures that last half an hour each': () => {
    const { frames, ...size } = drawn(9, 7, opaque('few', 2))
    const thrice = frames.flatMap((frame) => [frame, frame, frame])
    return { ...size, frames: thrice, delaysMs: every(600_000, thrice) }
  },
  'frames that are joined': () => {
    const { frames, ...size } = drawn(30, 20, opaque('noise', 8))
    const twice = frames.flatMap((frame) => [frame, frame])
    return { ...size, frames: twice, delaysMs: twice.map((_, index) => (index % 4 === 3 ? 4 : 33.3)) }
  },
  'large noise': () => drawn(603, 501, opaque('noise', 2)),
  'large gradients': () => drawn(1921, 321, opaque('gradient', 2)),
  'a large picture of few colors': () => drawn(2051, 257, opaque('few', 2)),
}

/** Between these are all the values with which the encoder is used. */
const ends = [presetSettings('best'), settingsAt('small', 1)]
const settings = [...gifPresets.map(presetSettings), settingsAt('best', 0.5), settingsAt('small', 1)]

type Made = { animation: Animation; shown: Shown; tables: number[]; settings: EncoderSettings }

/** Additional promises of some of them, which also show that the names are right. */
const promises: Partial<Record<string, (made: Made) => void>> = {
  'scenes with colors of their own': ({ tables }) => assert.ok(tables.length > 2, tables.join()),
  'holes that come and go': ({ shown }) => assert.equal(shown.pictures.length, 12),
  'two colors': isExact(4),
  'as many colors as fit in a table': isExact(256),
  'pictures that last half an hour each': ({ shown }) =>
    assert.deepEqual(shown.delaysMs, Array(6).fill(600_000)),
  'frames that are joined': ({ shown }) => assert.equal(shown.pictures.length, 8),
}

function isExact(room: number) {
  return ({ animation, shown, tables, settings }: Made) => {
    // Rough GIFs sacrifice exact colors for bytes.
    if (settings.bitCost > presetSettings('best').bitCost) return
    assert.deepEqual(tables, [room])
    assert.deepEqual(shown.pictures, animation.frames.map(pictureHash))
  }
}

/** One of each kind of fault; the others are larger, or between these. */
const usualKinds = new Set([
  ...['a video with motion', 'holes that come and go', 'one pixel that moves', 'frames that are joined'],
  ...['as many colors as fit in a table', 'one more color than that'],
  'pictures that last half an hour each',
])

suite('ffmpeg, libvips, gifsicle and a browser show the same pictures for the same times', () => {
  for (const [name, draw] of Object.entries(kinds)) {
    if (!isFullRun && !usualKinds.has(name)) continue
    test(`for ${name}`, async () => {
      const animation = await draw()
      for (const settings of ends) {
        const gif = encodeGif(animation, settings)
        const shown = await agreed(gif)
        assert.deepEqual([shown.width, shown.height], [animation.width, animation.height])
        await assertTransparent(gif, animation)
        promises[name]?.({ animation, shown, tables: await colorTables(gif), settings })
      }
    })
  }

  test('for frames of any size, number, kind, time and transparency', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          width: sides(90),
          height: sides(90),
          frames: fc.array(drawnFrames, { minLength: 1, maxLength: 12 }),
          delayMs: fc.double({ min: 20, max: 900, noNaN: true }),
        }),
        fc.constantFrom(...settings),
        async ({ width, height, frames, delayMs }, settings) => {
          const animation = drawn(width, height, frames, delayMs)
          const gif = encodeGif(animation, settings)
          await agreed(gif)
          await assertTransparent(gif, animation)
        },
      ),
      randomRuns(20, 6),
    )
  })
})
