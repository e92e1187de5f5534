import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { after, describe } from 'node:test'
import { FrameFile } from '#src/render/process/frame-file.ts'
import type { GifOptions } from '#src/options/gif-options.ts'
import { isFullRun } from '../support/full-run.ts'
import { psnr } from '../support/media/damage.ts'
import { decode } from '../support/media/decoded.ts'
import { makeVideo } from '../support/media/media.ts'
import { makeFolder, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const size = { width: 64, height: 48 }
const frameBytes = 64 * 48 * 4

/** A smooth moving picture, partly transparent with `hasAlpha`. */
function smooth(frame: number, hasAlpha = false): Uint8Array {
  return Uint8Array.from({ length: frameBytes }, (_, at) => {
    const x = (at >> 2) % 64
    if (at % 4 === 3) return hasAlpha && x < 20 ? 0 : 255
    return (x * 2 + frame * 3 + Math.floor(at / 256) * (at % 4)) % 200
  })
}

function noise(): Uint8Array {
  return Uint8Array.from({ length: frameBytes }, (_, at) => (at % 4 === 3 ? 255 : Math.random() * 256))
}

async function stored(t: test.TestContext, frames: Uint8Array[], maxBytes: number) {
  const path = join(await makeFolder(t), 'frames')
  const file = await FrameFile.create(path, size, { frames: frames.length, maxBytes })
  for (const frame of frames) await file.append(frame)
  const read: Uint8Array[] = []
  for await (const pixels of file.read(frames.keys().toArray().toReversed())) read.push(pixels)
  await file.close()
  return { read: read.toReversed(), bytes: file.bytes }
}

describe('stored frames', () => {
  test('come back unchanged if they fit, compressed or not', async (t) => {
    const frames = Array.from({ length: 12 }, (_, frame) => smooth(frame))
    for (const maxBytes of [Infinity, frameBytes * 12, frameBytes * 6]) {
      const { read, bytes } = await stored(t, frames, maxBytes)
      assert.deepEqual(
        read.map((pixels) => Buffer.from(pixels)),
        frames.map((pixels) => Buffer.from(pixels)),
      )
      assert.ok(bytes <= maxBytes)
    }
  })

  test('take no more than their limit, and look similar if it is small', async (t) => {
    const frames = Array.from({ length: 40 }, (_, frame) => smooth(frame, frame % 2 === 0))
    const maxBytes = Math.floor((frameBytes * 40) / 12)
    const { read, bytes } = await stored(t, frames, maxBytes)
    assert.ok(bytes <= maxBytes, `${bytes} of ${maxBytes}`)
    for (const [index, pixels] of read.entries()) {
      assert.ok(psnr(Buffer.from(pixels), Buffer.from(frames[index]!)) > 24)
      assert.equal(pixels[3], index % 2 === 0 ? 0 : 255)
    }
  })

  test('take no more for noise either', async (t) => {
    const maxBytes = Math.floor((frameBytes * 30) / 20)
    const { bytes } = await stored(t, Array.from({ length: 30 }, noise), maxBytes)
    assert.ok(bytes <= maxBytes * 1.05, `${bytes} of ${maxBytes}`)
  })

  test('are blended when a frame is shown over another', async (t) => {
    const file = await FrameFile.create(join(await makeFolder(t), 'frames'), size)
    await file.append(new Uint8Array(frameBytes).fill(255))
    await file.append(new Uint8Array(frameBytes).map((_, at) => (at % 4 === 3 ? 255 : 55)))
    const pixels = await file.readFrame({ frame: 0, over: 1, opacity: 0.25 })
    assert.deepEqual([...pixels.subarray(0, 4)], [205, 205, 205, 255])
    await file.close()
  })
})

describe('a clip whose frames exceed their limit', () => {
  const whole = startPool({ after })
  // 30 frames of 160 x 90 take 1.7 MB.
  const narrow = startPool({ after }, { maxFrameBytes: 700_000 })

  const cases: [what: string, gif: Partial<GifOptions>, autoLoop: boolean][] = [
    ['reverse', { reverse: true }, false],
    ['auto_loop', {}, true],
    ['max_bytes', { maxBytes: 60_000 }, false],
    ['boomerang', { boomerang: true }, false],
  ]
  for (const [what, gif, autoLoop] of isFullRun ? cases : cases.slice(0, 3)) {
    test(`is made with ${what} like one whose frames fit`, async (t) => {
      const plan = videoPlan(await makeVideo(t), { gif, clip: { autoLoop } })
      const [expected, made] = [await render(t, whole, plan), await render(t, narrow, plan)]
      const [one, other] = [await decode(expected.files.gif.path), await decode(made.files.gif.path)]
      assert.deepEqual(made.loop, expected.loop)
      assert.deepEqual(other.delaysMs, one.delaysMs)
      for (const [index, frame] of one.frames.entries()) {
        assert.ok(Buffer.from(other.frames[index]!).equals(Buffer.from(frame)), `frame ${index} differs`)
      }
    })
  }
})
