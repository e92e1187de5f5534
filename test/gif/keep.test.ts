import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { trailer } from '#src/gif/encode/container.ts'
import { writeKeptFrame, writeKeptHead } from '#src/gif/keep/rewrite-gif.ts'
import { GifCanvas } from '#src/gif/read/gif-canvas.ts'
import { GifError } from '#src/gif/read/gif-error.ts'
import { decodeFrames, delayMs } from '#src/gif/read/gif-frames.ts'
import { parseGif, playsOf } from '#src/gif/read/parse-gif.ts'
import { TransparencyTracker } from '#src/gif/read/transparency.ts'
import { cleanUp } from '../support/clean-up.ts'
import { type Decoded, decodeByFfmpeg, decodeByVips } from '../support/media/decoded.ts'
import { visible } from '../support/media/gif-playback.ts'
import { type RawFrame, randomGif, type RawGif, writeRawGif } from '../support/media/raw-gif.ts'
import { randomRuns } from '../support/full-run.ts'
import { threadMsOf } from '../support/processes/main-thread.ts'

const limits = { maxFrames: 1000, maxPixels: 50_000_000 }

function keep(bytes: Buffer): Buffer {
  const gif = parseGif(bytes, limits)
  const frames = [...decodeFrames(bytes, gif)].flatMap(writeKeptFrame)
  return Buffer.concat([writeKeptHead(gif), ...frames, trailer])
}

function decodeByOurs(bytes: Buffer): Decoded & { mayBeTransparent: boolean } {
  const gif = parseGif(bytes, limits)
  const canvas = new GifCanvas(gif)
  const transparency = new TransparencyTracker(gif)
  const frames = [...decodeFrames(bytes, gif)].map(({ frame, indices }) => {
    transparency.add(frame, indices)
    canvas.paint(frame, indices)
    return Buffer.from(canvas.rgba)
  })
  const { width, height } = gif
  return {
    width,
    height,
    frames,
    delaysMs: gif.frames.map(delayMs),
    mayBeTransparent: transparency.hasTransparent,
  }
}

/** Two colors, one frame of 4 by 4 pixels. */
const frame: RawFrame = {
  left: 0,
  top: 0,
  width: 4,
  height: 4,
  indices: Array.from({ length: 16 }, (_, index) => index),
  isInterlaced: false,
  localColors: null,
  control: { delay: 10, disposal: 0, transparentIndex: null },
  before: [],
  clearEvery: 1000,
  hasEndCode: true,
  surplus: 0,
  startsClear: true,
}
const gif: RawGif = {
  version: '89a',
  width: 4,
  height: 4,
  flags: 0x70,
  background: 0,
  colors: Array.from({ length: 48 }, (_, index) => index * 5),
  frames: [frame],
  repeats: 0,
  end: [0x3b],
}

/** The pictures of a decoder, with short delays lengthened like in browsers; a still picture has none. */
const seen = ({ width, height, frames, delaysMs }: Decoded) => [
  [width, height],
  frames.length === 1 ? [] : delaysMs.map((ms) => (ms <= 10 ? 100 : ms)),
  frames.map(visible),
]

test('the kept version of any GIF looks the same in ffmpeg, libvips and browsers, with hardly more bytes', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-keep-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'kept.gif')
  let runs = 0
  const check = async (raw: RawGif) => {
    runs += 1
    const source = writeRawGif(raw)
    const kept = keep(source)
    // Frames that show the background get a control block.
    const repairs = 8 * raw.frames.length
    assert.ok(kept.length <= source.length * 1.01 + 8 + repairs, `${kept.length} of ${source.length} bytes`)
    const [ours, oursKept] = [decodeByOurs(source), decodeByOurs(kept)]
    assert.deepEqual(seen(oursKept), seen(ours))
    const hasHoles = ours.frames.some((pixels) => pixels.some((value, at) => at % 4 === 3 && value === 0))
    assert.ok(ours.mayBeTransparent || !hasHoles)
    assert.deepEqual(seen(await decodeByVips(kept)), seen(ours))
    if (runs % 8 !== 0) return
    await writeFile(path, kept)
    assert.deepEqual(seen(await decodeByFfmpeg(path)), seen(ours))
  }
  await fc.assert(fc.asyncProperty(randomGif({ isTidy: false }), check), randomRuns(300, 80))
  await fc.assert(fc.asyncProperty(randomGif({ isTidy: true }), check), randomRuns(60, 20))
})

test('a GIF that is already clean is kept byte for byte, and others lose everything that is not shown', () => {
  const clean = writeRawGif(gif)
  assert.deepEqual(keep(clean), Buffer.from(clean))
  const comment = [0x21, 0xfe, 3, 1, 2, 3, 0]
  const late = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]
  const dirty = writeRawGif({
    ...gif,
    version: '87a',
    repeats: null,
    frames: [{ ...frame, before: [comment], hasEndCode: false }],
    end: [...late, ...comment, 0x3b, 1, 2, 3],
  })
  assert.ok(dirty.length > clean.length)
  assert.deepEqual(keep(dirty), clean)
})

test('a GIF plays the number of times that libvips reports, and may be transparent where a pixel of its frame is', async () => {
  for (const repeats of [null, 0, 1, 3, 65_534]) {
    const bytes = writeRawGif({ ...gif, repeats, frames: [frame, frame] })
    const { loop } = await sharp(bytes, { pages: -1 }).metadata()
    assert.equal(playsOf(parseGif(bytes, limits)), loop ?? 1, `${repeats} repeats`)
  }
  const control = { delay: 10, disposal: 0, transparentIndex: 3 }
  assert.equal(decodeByOurs(writeRawGif(gif)).mayBeTransparent, false)
  assert.equal(decodeByOurs(writeRawGif({ ...gif, frames: [{ ...frame, control }] })).mayBeTransparent, true)
})

test('a GIF without displayable content is refused with a reason', () => {
  const only = (changes: Partial<RawFrame>, screen: Partial<RawGif> = {}) =>
    writeRawGif({ ...gif, ...screen, frames: [{ ...frame, ...changes }] })
  const bytes = only({})
  const cases: [Buffer, RegExp][] = [
    [only({ indices: [] }), /no pixel of it can be decoded/],
    [only({ width: 0 }, { width: 0 }), /screen has no pixels/],
    [bytes.subarray(0, bytes.length - 6), /ends within its first frame/],
    [bytes.subarray(0, 11), /cut off/],
    [bytes.subarray(0, 61), /no frame/],
    [Buffer.from('GIF88a, or not'), /no GIF/],
  ]
  for (const [source, message] of cases) assert.throws(() => keep(source), message)
})

test("a screen that a first frame would enlarge beyond the format's limit ends there", () => {
  const far = { left: 65_535, width: 1, height: 4, indices: [] }
  const bytes = writeRawGif({ ...gif, frames: [{ ...frame, ...far }, frame] })
  for (const read of [bytes, keep(bytes)]) {
    const { width, height } = parseGif(read, limits)
    assert.deepEqual([width, height], [65_535, 4])
  }
})

test('a hostile GIF costs no more than its limits: huge screens, endless frames, cyclic codes', () => {
  const isLimit = (reason: string) => (error: unknown) => error instanceof GifError && error.reason === reason
  const huge = { width: 65_535, height: 65_535, indices: [] }
  assert.throws(
    () => keep(writeRawGif({ ...gif, ...huge, frames: [{ ...frame, ...huge }] })),
    isLimit('screen_too_large'),
  )
  // A second frame that exceeds the screen has to be decoded completely.
  assert.throws(
    () => keep(writeRawGif({ ...gif, frames: [frame, { ...frame, ...huge }] })),
    isLimit('too_many_pixels'),
  )
  const many = Array.from({ length: 1001 }, () => frame)
  assert.throws(() => keep(writeRawGif({ ...gif, frames: many })), isLimit('too_many_frames'))
  // A few bytes that claim a frame of 25 million pixels.
  const large = { width: 5000, height: 5000 }
  const claimed = writeRawGif({ ...gif, ...large, frames: [{ ...frame, ...large, indices: [1] }] })
  assert.ok(threadMsOf(() => assert.ok(keep(claimed).length <= claimed.length + 500)) < 2000)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(80), (noise, at) => {
      const bytes = Buffer.from(writeRawGif({ ...gif, frames: [frame, frame] }))
      bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), at)
      try {
        keep(bytes)
      } catch (error) {
        assert.ok(error instanceof GifError, String(error))
      }
    }),
    randomRuns(100),
  )
})
