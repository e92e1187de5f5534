import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type ClipOptions, defaultClipOptions } from '#src/media/gif-options.ts'
import { type ClipWindow, openClip, ownFile } from '#src/render/make/clip-feed.ts'
import { ensureFixtures } from '../support/fixtures.ts'

const run = promisify(execFile)
const fixtures = await ensureFixtures()
const whole = { startSeconds: null, endSeconds: null }

/** The frames of a clip as the command takes them, one after the other. */
async function framesOf(name: string, window: ClipWindow = whole, options: Partial<ClipOptions> = {}) {
  const path = join(fixtures, name)
  const input = {
    prefix: { args: [] },
    open: ownFile(path),
    path,
    env: process.env,
    maxDamagedShare: 0.2,
    name,
  }
  const { signal } = new AbortController()
  const feed = await openClip(input, window, { ...defaultClipOptions, ...options }, signal)
  let size = { width: 0, height: 0 }
  const frames: Buffer[] = []
  for await (const { width, height, pixels } of feed.frames) {
    size = { width, height }
    frames.push(Buffer.from(pixels))
  }
  return { ...feed, ...size, frames }
}

/** The frames that ffmpeg itself gives, as RGB. */
async function framesByFfmpeg(name: string, window: string[], filters: string): Promise<Buffer> {
  const input = ['-v', 'error', ...window, '-i', join(fixtures, name)]
  const output = ['-vf', filters, '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1']
  return (await run('ffmpeg', [...input, ...output], { encoding: 'buffer', maxBuffer: 2 ** 30 })).stdout
}

function withoutAlpha(frames: Buffer[]): Buffer {
  const pixels = Buffer.concat(frames)
  const rgb = Buffer.alloc((pixels.length / 4) * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) pixels.copy(rgb, to, from, from + 3)
  return rgb
}

const videos = [
  ...['h264.mp4', 'h264.mkv', 'h264.ts', 'hevc-10bit.mkv', 'vp8.webm', 'vp9.webm', 'av1.webm', 'mjpeg.avi'],
  ...['still.gif', 'hd.mp4', 'full-range.mp4', 'large-odd.mp4', 'odd.webm', 'tall.mp4', 'turned-90.mp4'],
  ...['numbered-24.mp4', 'numbered-60.mp4', 'numbered-12.mp4', 'numbered-offset.mkv', 'numbered-vfr.mkv'],
  ...['numbered-late.avi', 'numbered-live.webm', 'cover-and-sound.mp4', 'cut-off.webm'],
]

for (const name of videos) {
  test(`${name} becomes the very frames that ffmpeg makes of it`, async () => {
    const expected = await framesByFfmpeg(name, [], "fps=15,scale='min(480,iw)':-2")
    const { frames } = await framesOf(name)
    assert.ok(frames.length > 0)
    assert.ok(withoutAlpha(frames).equals(expected))
  })
}

const windows = [
  { startSeconds: 0, endSeconds: 1.5 },
  { startSeconds: 1.3, endSeconds: 2.9 },
  { startSeconds: 2.517, endSeconds: null },
  { startSeconds: null, endSeconds: 0.7 },
]

for (const window of windows) {
  const { startSeconds, endSeconds } = window
  test(`a clip from ${startSeconds} to ${endSeconds} s is that of -ss and -t`, async () => {
    const length = endSeconds === null ? null : endSeconds - (startSeconds ?? 0)
    const words = [
      ...(startSeconds === null ? [] : ['-ss', String(startSeconds)]),
      ...(length === null ? [] : ['-t', length.toFixed(3)]),
    ]
    for (const name of ['numbered-30.mkv', 'numbered-60.mp4', 'numbered-30.webm', 'numbered-30.ts']) {
      const expected = await framesByFfmpeg(name, words, 'fps=15,scale=144:-2')
      const { frames } = await framesOf(name, window)
      assert.ok(withoutAlpha(frames).equals(expected), name)
    }
  })
}

test('a width and a rate are those of fps and scale', async () => {
  for (const [width, fps] of [
    [100, 10],
    [333, 12.5],
    [640, 25],
  ] as const) {
    const expected = await framesByFfmpeg('large-odd.mp4', [], `fps=${fps},scale=${width}:-2`)
    const { frames, frameMs } = await framesOf('large-odd.mp4', whole, { width, fps })
    assert.equal(frameMs, 1000 / fps)
    assert.ok(withoutAlpha(frames).equals(expected))
  }
})

test('a video that changes its size keeps that of its beginning', async () => {
  const { width, height, frames } = await framesOf('two-sizes.ts')
  assert.deepEqual([width, height, frames.length], [160, 120, 30])
})

test('pixels that are not square are made so', async () => {
  const wide = await framesOf('wide-pixels.mp4')
  assert.deepEqual([wide.width, wide.height], [320, 120])
  const tall = await framesOf('tall-pixels.mp4')
  assert.deepEqual([tall.width, tall.height], [80, 120])
})

test('twice as fast is half as many frames, of the same rate', async () => {
  const usual = await framesOf('numbered-30.mkv')
  const fast = await framesOf('numbered-30.mkv', whole, { speed: 2 })
  assert.deepEqual([usual.frames.length, fast.frames.length, fast.expectedFrames], [60, 30, 30])
  const expected = await framesByFfmpeg('numbered-30.mkv', [], 'setpts=PTS/2,fps=15,scale=144:-2')
  assert.ok(withoutAlpha(fast.frames).equals(expected))
})

test('a crop is taken in pixels as shown, before the picture is scaled', async () => {
  const crop = { x: 20, y: 10, width: 101, height: 61 }
  const { width, height, frames } = await framesOf('h264.mp4', whole, { crop, width: 101 })
  assert.deepEqual([width, height], [101, 62])
  assert.equal(frames.length, 15)
  const turned = await framesOf('turned-90.mp4', whole, { crop: { x: 0, y: 0, width: 120, height: 160 } })
  assert.deepEqual([turned.width, turned.height], [120, 160])
  const wide = await framesOf('wide-pixels.mp4', whole, { crop: { x: 160, y: 0, width: 160, height: 120 } })
  assert.deepEqual([wide.width, wide.height], [160, 120])
})

test('a crop that reaches over the picture is refused', async () => {
  for (const crop of [
    { x: 100, y: 0, width: 61, height: 10 },
    { x: 0, y: 100, width: 10, height: 21 },
  ]) {
    await assert.rejects(framesOf('h264.mp4', whole, { crop }), /crop is not inside the picture/)
  }
})

for (const name of ['alpha-vp8.webm', 'alpha-vp9.webm', 'alpha.gif']) {
  test(`what is see-through in ${name} stays so`, async () => {
    const { width, height, frames } = await framesOf(name, whole, { width: 100 })
    const alphaAt = (x: number) => frames[3]?.[(Math.floor(height / 2) * width + x) * 4 + 3]
    assert.deepEqual([width, alphaAt(20), alphaAt(80)], [100, 255, 0])
  })
}
