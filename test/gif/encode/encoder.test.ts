import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { GifEncoder } from '../../../src/gif/encode/encoder.ts'
import { presetSettings } from '../../../src/gif/encode/encoder-settings.ts'
import { decodeByFfmpeg, decodeByVips } from '../../support/media/decoded.ts'
import { randomNumbers } from '../../support/rendering/both-kernels.ts'
import { drawFrame } from '../../support/media/random-frames.ts'
import { type Animation, encodeGif, shownAt, visible } from '../../support/media/gif-playback.ts'
import { randomRuns } from '../../support/full-run.ts'

/** Frames of few colors, each the previous one with a box painted over, or fully transparent. */
const animations = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    colors: fc.array(fc.integer({ min: 0, max: 0xffffff }), { minLength: 1, maxLength: 250 }),
    boxes: fc.array(
      fc.record({
        left: fc.nat(39),
        top: fc.nat(39),
        width: fc.integer({ min: 1, max: 40 }),
        height: fc.integer({ min: 1, max: 40 }),
        seed: fc.integer({ min: 0, max: 1 << 20 }),
        isClear: fc.boolean(),
        delayMs: fc.integer({ min: 20, max: 400 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ width, height, colors, boxes }): Animation => {
    const canvas = new Uint8Array(width * height * 4)
    const frames = boxes.map((box) => {
      for (let y = box.top; y < Math.min(height, box.top + box.height); y++) {
        for (let x = box.left; x < Math.min(width, box.left + box.width); x++) {
          const color = colors[(box.seed + x * 7 + y * 13) % colors.length] ?? 0
          const alpha = box.isClear ? box.seed % 128 : 128 + (box.seed % 128)
          canvas.set([color & 255, (color >> 8) & 255, color >> 16, alpha], (y * width + x) * 4)
        }
      }
      return canvas.slice()
    })
    return { width, height, frames, delaysMs: boxes.map(({ delayMs }) => delayMs) }
  })

test('frames of at most 255 colors come back exactly, transparent or not', async () => {
  await fc.assert(
    fc.asyncProperty(animations, fc.constantFrom('best', 'balanced'), async (animation, preset) => {
      const decoded = await decodeByVips(encodeGif(animation, presetSettings(preset)))
      assert.equal(decoded.width, animation.width)
      assert.equal(decoded.height, animation.height)
      for (const [index, shown] of shownAt(decoded, animation).entries()) {
        assert.deepEqual(visible(shown ?? Buffer.of()), visible(animation.frames[index] ?? Buffer.of()))
      }
    }),
    randomRuns(150, 50),
  )
})

test('ffmpeg and libvips show the same pictures for the same times', async (t) => {
  const folder = await scratch(t)
  await fc.assert(
    fc.asyncProperty(animations, async (animation) => {
      const gif = encodeGif(animation)
      await writeFile(join(folder, 'x.gif'), gif)
      const [one, other] = [await decodeByFfmpeg(join(folder, 'x.gif')), await decodeByVips(gif)]
      assert.deepEqual(one.frames.map(visible), other.frames.map(visible))
      if (other.frames.length > 1) assert.deepEqual(one.delaysMs, other.delaysMs)
    }),
    randomRuns(8, 4),
  )
})

test('times are exact to a hundredth of a second for any number of frames', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 20, max: 300, noNaN: true }),
      fc.integer({ min: 2, max: 60 }),
      async (ms, count) => {
        const frames = Array.from({ length: count }, (_, index) =>
          Uint8Array.of(index, 255 - index, index * 3, 255),
        )
        const { delaysMs } = await decodeByVips(
          encodeGif({ width: 1, height: 1, frames, delaysMs: frames.map(() => ms) }),
        )
        let end = 0
        for (const [index, delay] of delaysMs.entries()) {
          end += delay
          assert.ok(Math.abs(end - (index + 1) * ms) <= 5 + 1e-6, `frame ${index} ends at ${end}`)
        }
        assert.equal(delaysMs.length, count)
      },
    ),
    randomRuns(40),
  )
})

test('identical frames are merged, and frames too short for any player are joined', async () => {
  const gray = (value: number) => Uint8Array.of(value, value, value, 255)
  const still = await decodeByVips(
    encodeGif({
      width: 1,
      height: 1,
      frames: [gray(1), gray(1), gray(9), gray(9)],
      delaysMs: [50, 50, 70, 30],
    }),
  )
  assert.deepEqual(still.delaysMs, [100, 100])
  const frames = Array.from({ length: 100 }, (_, index) => gray(index * 2))
  const fast = await decodeByVips(encodeGif({ width: 1, height: 1, frames, delaysMs: frames.map(() => 10) }))
  assert.equal(fast.delaysMs.length, 50)
  assert.ok(fast.delaysMs.every((delay) => delay >= 20))
  assert.equal(
    fast.delaysMs.reduce((sum, delay) => sum + delay, 0),
    1000,
  )
})

test('pixels that become transparent right after a frame that is too short are cleared', async () => {
  const red = new Uint8Array(32 * 4)
  for (let at = 0; at < red.length; at += 4) red.set([255, 0, 0, 255], at)
  const blue = red.map((value, at) => (at % 4 === 3 ? 255 : 255 - value))
  const half = red.slice().fill(0, 0, 64)
  const gif = encodeGif({ width: 8, height: 4, frames: [red, blue, half], delaysMs: [100, 5, 100] })
  const { frames, delaysMs } = await decodeByVips(gif)
  assert.deepEqual(delaysMs, [110, 100])
  assert.deepEqual(visible(frames[1] ?? red), visible(half))
})

test('no frame is shown for less than players can, including the first and the last', async () => {
  const gray = (value: number) => Uint8Array.of(value, value, value, 255)
  const shown = async (delaysMs: number[]) => {
    const frames = delaysMs.map((_, index) => gray(index * 40))
    const gif = await decodeByVips(encodeGif({ width: 1, height: 1, frames, delaysMs }))
    return { grays: gif.frames.map(([value]) => value), delaysMs: gif.delaysMs }
  }
  assert.deepEqual(await shown([10, 100]), { grays: [40], delaysMs: [110] })
  assert.deepEqual(await shown([100, 10]), { grays: [0], delaysMs: [110] })
  assert.deepEqual(await shown([100, 10, 100, 10]), { grays: [0, 80], delaysMs: [110, 110] })
  assert.deepEqual(await shown([5]), { grays: [0], delaysMs: [20] })
})

test('a frame that lasts longer than a GIF can express is refused', () => {
  const frames = [Uint8Array.of(1, 2, 3, 255)]
  assert.throws(() => encodeGif({ width: 1, height: 1, frames, delaysMs: [656_000] }), RangeError)
})

test('the longest time that a GIF can express is written unchanged', async () => {
  const frames = [Uint8Array.of(255, 0, 0, 255), Uint8Array.of(0, 0, 255, 255)]
  const delaysMs = [655_350, 655_350]
  const decoded = await decodeByVips(encodeGif({ width: 1, height: 1, frames, delaysMs }))
  assert.deepEqual(decoded.delaysMs, delaysMs)
})

test('an invalid time is refused', () => {
  const frames = [Uint8Array.of(1, 2, 3, 255)]
  for (const ms of [Number.NaN, -10, Infinity]) {
    assert.throws(() => encodeGif({ width: 1, height: 1, frames, delaysMs: [ms] }), RangeError)
  }
})

test('more frames than fit in memory are refused', () => {
  const make = () =>
    new GifEncoder({ width: 60_000, height: 60_000, loops: 0 }, presetSettings('best'), () => {})
  assert.throws(make, RangeError)
})

test('an encoder following another of the same size makes the same file', () => {
  const frames = [7, 8, 9, 10].map((seed) =>
    drawFrame({ kind: 'gradient', seed, hasAlpha: seed > 8 }, 61, 43),
  )
  const encode = () => encodeGif({ width: 61, height: 43, frames, delaysMs: frames.map(() => 70) })
  const first = encode()
  encodeGif({ width: 61, height: 43, frames: frames.toReversed(), delaysMs: frames.map(() => 70) })
  assert.deepEqual(encode(), first)
})

test('a finished encoder accepts no more, and leaves its memory to the next one', () => {
  const frames = [3, 4, 5].map((seed) => drawFrame({ kind: 'gradient', seed, hasAlpha: false }, 61, 43))
  const delaysMs = frames.map(() => 70)
  const alone = encodeGif({ width: 61, height: 43, frames, delaysMs })
  const [frame = new Uint8Array(0)] = frames
  const start = (parts: Uint8Array[]) =>
    new GifEncoder({ width: 61, height: 43, loops: 0 }, presetSettings('best'), (bytes) => {
      parts.push(bytes)
    })
  const finished = start([])
  finished.add(frame, 70)
  finished.finish()
  const parts: Uint8Array[] = []
  const next = start(parts)
  for (const [index, each] of frames.entries()) {
    next.add(each, 70)
    if (index === 0) assert.throws(() => finished.add(frame, 70))
  }
  assert.throws(() => finished.finish())
  next.finish()
  assert.deepEqual(Buffer.concat(parts), alone)
})

test('simultaneous encoders, and an abandoned one, do not disturb each other', () => {
  const frames = [3, 4, 5, 6].map((seed) => drawFrame({ kind: 'gradient', seed, hasAlpha: seed > 4 }, 61, 43))
  const alone = encodeGif({ width: 61, height: 43, frames, delaysMs: frames.map(() => 70) })
  const outputs = [0, 1, 2].map(() => {
    const parts: Uint8Array[] = []
    const write = (bytes: Uint8Array) => void parts.push(bytes)
    return {
      parts,
      encoder: new GifEncoder({ width: 61, height: 43, loops: 0 }, presetSettings('best'), write),
    }
  })
  for (const [index, frame] of frames.entries()) {
    for (const [place, { encoder }] of outputs.entries()) if (place > 0 || index < 2) encoder.add(frame, 70)
  }
  for (const { encoder, parts } of outputs.slice(1)) {
    encoder.finish()
    assert.deepEqual(Buffer.concat(parts), alone)
  }
  assert.deepEqual(encodeGif({ width: 61, height: 43, frames, delaysMs: frames.map(() => 70) }), alone)
})

test('unchanged areas are not painted again because few colors were shown in between', async () => {
  const side = 64
  const mosaic = randomNumbers(5, 200, 1 << 24)
  const dots = randomNumbers(9, side * side, 1 << 18)
  const draw = (right: (dot: number) => number[]) => {
    const rgba = new Uint8Array(side * side * 4)
    for (let place = 0; place < side * side; place++) {
      const x = place % side
      const color = mosaic[(place * 7) % 200] ?? 0
      const dot = dots[place] ?? 0
      const still = [100 + (color & 31), 100 + ((color >> 8) & 31), 100 + ((color >> 16) & 31)]
      rgba.set([...(x < side / 2 ? still : right(dot)), 255], place * 4)
    }
    return rgba
  }
  const many = (shift: number) => (dot: number) => [
    60 + shift + (dot & 63),
    60 + ((dot >> 6) & 63),
    60 + (dot >> 12),
  ]
  const frames = [draw(many(0)), draw(() => [0, 0, 0]), draw(many(30))]
  const gif = encodeGif({ width: side, height: side, frames, delaysMs: [600, 600, 600] })
  const shown = (await decodeByVips(gif)).frames
  const differing = (one?: Uint8Array, other?: Uint8Array) =>
    dots.filter((_, place) => {
      const differs = (byte: number) => one?.[place * 4 + byte] !== other?.[place * 4 + byte]
      return place % side < side / 2 && [0, 1, 2].some(differs)
    }).length
  // The palette of the first frame lacks some colors of the unchanged area, and the displayed ones are near enough.
  assert.ok(differing(shown[0], frames[0]) > 500)
  assert.ok(differing(shown[1], shown[2]) < 20)
})

test('a frame with many pixels of one color keeps that color', async () => {
  const side = 2200
  const white = new Uint8Array(side * side * 4).fill(255)
  for (let at = 0; at < 4000; at++) white.set([at & 255, at >> 4, (at * 7) & 255], at * 4)
  const gif = encodeGif({ width: side, height: side, frames: [white, white], delaysMs: [100, 100] })
  const { frames } = await decodeByVips(gif)
  assert.deepEqual([...(frames[0] ?? Buffer.of()).subarray(-4)], [255, 255, 255, 255])
})

test('a picture may last longer than one frame of a GIF can express', async () => {
  const red = Uint8Array.of(255, 0, 0, 255)
  const blue = Uint8Array.of(0, 0, 255, 255)
  const decoded = await decodeByVips(
    encodeGif({ width: 1, height: 1, frames: [red, red, blue], delaysMs: [500_000, 500_000, 100] }),
  )
  assert.equal(
    decoded.delaysMs.reduce((sum, delay) => sum + delay, 0),
    1_000_100,
  )
  assert.deepEqual([...(decoded.frames.at(-2) ?? [])], [...red])
})

test('a GIF plays forever, once, or the requested number of times', async () => {
  const animation = { width: 1, height: 1, frames: [Uint8Array.of(1, 2, 3, 255)], delaysMs: [100] }
  const repetitions = (loops: number) => {
    const gif = encodeGif(animation, { loops })
    const at = gif.indexOf('NETSCAPE2.0')
    return at === -1 ? undefined : gif.readUInt16LE(at + 13)
  }
  assert.equal(repetitions(0), 0)
  assert.equal(repetitions(1), undefined)
  assert.equal(repetitions(4), 3)
})

test('invalid frames, sizes and GIFs are refused', () => {
  const settings = presetSettings('balanced')
  assert.throws(() => new GifEncoder({ width: 0, height: 5, loops: 0 }, settings, () => {}), RangeError)
  assert.throws(() => new GifEncoder({ width: 5, height: 65_536, loops: 0 }, settings, () => {}), RangeError)
  const encoder = new GifEncoder({ width: 2, height: 2, loops: 0 }, settings, () => {})
  assert.throws(() => encoder.add(new Uint8Array(15), 100), RangeError)
  assert.throws(() => encoder.finish(), /at least one frame/)
})

async function scratch(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-encoder-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
