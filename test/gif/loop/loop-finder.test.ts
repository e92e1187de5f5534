import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { LoopFinder, type LoopWindow } from '#src/gif/loop/loop-finder.ts'
import { makeThumbnail, thumbnailSize } from '#src/gif/loop/luma-thumbnail.ts'
import { type Clip, drawClip } from '../../support/media/drawn-clip.ts'
import { randomRuns } from '../../support/full-run.ts'

const run = promisify(execFile)
const size = { width: 64, height: 36 }
const framesPerSecond = 15

/** The frames of a drawing of which the loop is searched; `level` gives the brightness of a position, 0 to 255. */
function loopOf(frames: number, level: (x: number, y: number, frame: number) => number): LoopWindow {
  const finder = new LoopFinder(size, framesPerSecond)
  for (let frame = 0; frame < frames; frame += 1) {
    finder.add(
      Uint8Array.from({ length: size.width * size.height }, (_, pixel) =>
        Math.round(level(pixel % size.width, Math.floor(pixel / size.width), frame)),
      ),
    )
  }
  return finder.find()
}

/** A bar through the middle of the picture, at an angle in turns. */
function bar(x: number, y: number, turns: number): number {
  const angle = turns * Math.PI
  const across = Math.abs((x - 32) * Math.sin(angle) - (y - 18) * Math.cos(angle))
  return across < 4 ? 220 : 40
}

/** A ball whose position goes from 0 to 1, from left to right. */
function ball(x: number, y: number, place: number): number {
  return Math.hypot(x - 8 - place * 48, y - 18) < 6 ? 230 : 30
}

/** The same noise for the same numbers, from -1 to 1. */
function noise(x: number, y: number, frame: number): number {
  let bits = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b) ^ Math.imul(frame + 1, 0xc2b2ae35)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  bits = Math.imul(bits ^ (bits >>> 13), 0x297a2d39)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 31 - 1
}

suite('a loop in a clip', () => {
  test('is as many whole turns of a rotation as the clip holds', () => {
    for (const [period, frames] of [
      [20, 70],
      [31, 160],
      [47, 75],
    ] as const) {
      const loop = loopOf(frames, (x, y, frame) => bar(x, y, frame / period))
      assert.equal(loop.frameCount, Math.floor(frames / period) * period)
      assert.ok(loop.distance < 0.01, `${loop.distance}`)
    }
  })

  test('is found through the noise of a camera', () => {
    const loop = loopOf(100, (x, y, frame) => bar(x, y, frame / 32) + 8 * noise(x, y, frame))
    assert.equal(loop.frameCount, 96)
    assert.ok(loop.distance < 0.5, `${loop.distance}`)
  })

  test('is the whole clip if it is already a loop, with or without its first frame repeated at the end', () => {
    const { frameCount } = loopOf(40, (x, y, frame) => bar(x, y, frame / 40))
    assert.equal(frameCount, 40)
    const again = loopOf(41, (x, y, frame) => bar(x, y, frame / 40))
    assert.equal(again.frameCount, 40)
  })

  test('continues in the direction of movement, not just from one similar picture to another', () => {
    // At frame 30 the ball is where it was at frame 10, but on its way back.
    const loop = loopOf(48, (x, y, frame) => ball(x, y, (1 - Math.cos((frame / 40) * 2 * Math.PI)) / 2))
    assert.equal(loop.frameCount, 40)
    assert.ok(loop.distance < 0.01)
  })

  test('stays on one side of a cut', () => {
    const loop = loopOf(90, (x, y, frame) =>
      frame < 40 ? 200 - bar(x, y, frame / 170) / 2 : bar(x, y, frame / 22),
    )
    assert.equal(loop.frameCount, 44)
    assert.ok(loop.firstFrame >= 40)
  })

  test('is not a still moment of a clip that moves', () => {
    // Rotates from frame 30 on, in 24 frames; stands still before.
    const loop = loopOf(90, (x, y, frame) => bar(x, y, Math.max(0, frame - 30) / 24))
    assert.ok(loop.firstFrame + loop.frameCount >= 30 + 24, JSON.stringify(loop))
    assert.equal(loop.frameCount % 24, 0)
  })

  test('is all of a still clip, and of one that is too short', () => {
    const still = loopOf(100, (x, y) => bar(x, y, 0.2))
    assert.deepEqual(still, { firstFrame: 0, frameCount: 100, distance: 0 })
    const grainy = loopOf(100, (x, y, frame) => bar(x, y, 0.2) + 0.6 * noise(x, y, frame))
    assert.deepEqual(grainy, { firstFrame: 0, frameCount: 100, distance: 0 })
    for (const frames of [1, 2, 3, 8]) {
      assert.equal(loopOf(frames, (x, y, frame) => bar(x, y, frame / 3)).frameCount, frames)
    }
  })

  test('is found in three frames too, at any frame rate', () => {
    for (const fps of [1, 2, 4]) {
      const finder = new LoopFinder({ width: 8, height: 8 }, fps)
      for (const gray of [0, 200, 90]) finder.add(new Uint8Array(64).fill(gray))
      assert.deepEqual({ ...finder.find(), distance: 0 }, { firstFrame: 0, frameCount: 3, distance: 0 })
    }
  })

  test('is refused for no frames', () => {
    assert.throws(() => new LoopFinder(size, framesPerSecond).find())
    assert.throws(() => new LoopFinder(size, framesPerSecond).add(new Uint8Array(7)), RangeError)
  })

  test('is within any clip, and is no shorter than half a second or all of it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer(),
        fc.integer({ min: 0, max: 255 }),
        (frames, width, height, fps, seed, amplitude) => {
          const finder = new LoopFinder({ width, height }, fps)
          for (let frame = 0; frame < frames; frame += 1) {
            finder.add(
              Uint8Array.from(
                { length: width * height },
                (_, pixel) => 128 + (amplitude / 2) * noise(pixel, seed, Math.floor(frame / 3)),
              ),
            )
          }
          const { firstFrame, frameCount, distance } = finder.find()
          assert.ok(firstFrame >= 0 && firstFrame + frameCount <= frames)
          assert.ok(frameCount >= Math.min(frames, fps / 2))
          assert.ok(distance >= 0 && Number.isFinite(distance))
        },
      ),
      randomRuns(60),
    )
  })
})

function loopOfClip({ frames, ...size }: Clip, fps: number): LoopWindow {
  const finder = new LoopFinder(thumbnailSize(size), fps)
  for (const frame of frames) finder.add(makeThumbnail(frame, size))
  return finder.find()
}

suite('a loop in a real video', () => {
  test('covers whole turns', async () => {
    const source = "smptebars=s=320x180:r=15:d=5,rotate=a='2*PI*n/24'"
    const clip = await drawClip(source)
    assert.equal(clip.frames.length, 75)
    const { frameCount, distance } = loopOfClip(clip, 15)
    assert.equal(frameCount, 72)
    assert.ok(distance < 0.5, `${distance}`)
  })

  test('is found where a scrolled picture repeats, after another shot', async () => {
    const shot = 'mandelbrot=s=200x120:r=10,trim=end_frame=30'
    const scroll = 'smptehdbars=s=200x120:r=10:d=6,scroll=h=0.03125'
    const source = `${shot}[a];${scroll}[b];[a][b]concat=n=2,format=yuv420p`
    const clip = await drawClip(source)
    const { firstFrame, frameCount } = loopOfClip(clip, 10)
    assert.equal(frameCount, 32)
    assert.ok(firstFrame >= 29)
  })
})

suite('a thumbnail', () => {
  test('is at most 64 pixels long and wide, in the shape of the frame, and never larger', () => {
    assert.deepEqual(thumbnailSize({ width: 480, height: 270 }), { width: 64, height: 36 })
    assert.deepEqual(thumbnailSize({ width: 300, height: 600 }), { width: 32, height: 64 })
    assert.deepEqual(thumbnailSize({ width: 2000, height: 2 }), { width: 64, height: 1 })
    assert.deepEqual(thumbnailSize({ width: 20, height: 10 }), { width: 20, height: 10 })
  })

  test('shows the mean brightness of the area it represents', async () => {
    const { frames, ...size } = await drawClip('testsrc=s=320x180:r=5:d=0.2')
    const thumbnail = makeThumbnail(frames[0]!, size)
    const scaler = run(
      'ffmpeg',
      [
        ...['-v', 'error', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', '320x180', '-i', 'pipe:0'],
        ...['-vf', 'scale=64:36:flags=area,format=rgb24', '-f', 'rawvideo', 'pipe:1'],
      ],
      { encoding: 'buffer' },
    )
    scaler.child.stdin?.end(frames[0])
    const { stdout } = await scaler
    const misses = thumbnail.map((shown, pixel) => {
      const [red, green, blue] = stdout.subarray(pixel * 3, pixel * 3 + 3)
      return Math.abs(shown - Math.round(0.3 * red! + 0.586 * green! + 0.113 * blue!))
    })
    const miss = misses.reduce((sum, miss) => sum + miss, 0) / misses.length
    assert.ok(miss < 2, `${miss}`)
  })

  test('shows nothing where a frame is transparent', () => {
    const rgba = Uint8Array.from({ length: 4 * 4 * 4 }, (_, byte) => (byte % 4 === 3 ? 0 : 255))
    assert.deepEqual(makeThumbnail(rgba, { width: 4, height: 4 }), new Uint8Array(16))
    rgba.fill(255)
    assert.deepEqual(makeThumbnail(rgba, { width: 4, height: 4 }), new Uint8Array(16).fill(255))
  })
})
