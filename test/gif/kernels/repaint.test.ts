import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  BothKernels,
  mixtureSettings,
  palettes,
  randomNumbers,
  setPalette,
} from '../../support/rendering/both-kernels.ts'
import { disturb, drawFrame, drawnFrames, sides } from '../../support/media/random-frames.ts'
import { randomRuns } from '../../support/full-run.ts'

const maxSide = 50
const both = new BothKernels(maxSide * maxSide)
const marked = 1

test('what is shown is kept as colours, and what is off is marked and kept where it gets better', () => {
  fc.assert(
    fc.property(
      fc.tuple(sides(maxSide), sides(maxSide), drawnFrames, palettes, mixtureSettings),
      fc.record({
        seed: fc.integer(),
        hold: fc.nat(6),
        busy: fc.nat(12),
        limit: fc.constantFrom(0, 6, 24, 200),
        part: fc.nat(16),
      }),
      ([width, height, drawn, palette, mixtures], { seed, hold, busy, limit, part }) => {
        both.agree((memory) => {
          const { at, kernels } = memory
          const [frame = 0] = memory.frames
          const pixels = width * height
          setPalette(memory, palette, mixtures)
          memory.words(at.indexed, 256).fill(0).set(palette)
          memory.bytes(at.shown, pixels).set(randomNumbers(seed, pixels, palette.length + 1))
          memory.words(at.canvas, pixels).fill(0x40_30_20)
          kernels.updateCanvas(at.canvas, at.shown, pixels, at.indexed, palette.length)
          const rgba = drawFrame(drawn, width, height)
          memory.bytes(frame, rgba.length).set(rgba)
          kernels.thresholdAlpha(frame, (pixels + 3) & ~3)
          // As after a settled frame: nothing is half see-through.
          memory.bytes(at.anchors, rgba.length).set(disturb(memory.bytes(frame, rgba.length), seed, 2))
          const count = kernels.markRepaints(frame, at.anchors, at.canvas, width, height, hold, busy, limit)
          const marks = memory.words(at.anchors, pixels).slice()
          kernels.removeMarks(frame, at.anchors, at.canvas, width, height, at.indexed, part)
          const canvas = memory.words(at.canvas, pixels)
          return { canvas, count, marks, kept: memory.words(at.anchors, pixels) }
        })
      },
    ),
    randomRuns(150),
  )
})

test('only what is off in a busy place, and stays, is marked; and not where the palette has nothing better', () => {
  const { count, before, after } = both.agree((memory) => {
    const { at, kernels } = memory
    const [frame = 0] = memory.frames
    setPalette(memory, Uint32Array.of(0x10_10_10, 0xc8_c8_c8))
    memory.words(at.indexed, 256).fill(0).set([0x10_10_10, 0xc8_c8_c8])
    const isDark = (place: number) => (place >> 3) % 2 === 0
    const pixels = Array.from({ length: 64 }, (_, place) => (isDark(place) ? 0xff_10_10_10 : 0xff_c8_c8_c8))
    memory.words(frame, 64).set(pixels)
    memory.words(at.anchors, 64).set(pixels)
    // Shown as they are, but for two pixels.
    const canvas = memory.words(at.canvas, 64).fill(0)
    canvas.set(pixels.map((pixel) => pixel & 0xff_ff_ff))
    canvas[1] = 0x30_30_30
    // Off by just as much as may be.
    canvas[2] = 0x12_12_14
    const marks = kernels.markRepaints(frame, at.anchors, at.canvas, 8, 8, 1, 6, 24)
    const alphas = () => [...memory.words(at.anchors, 64)].map((anchor) => anchor >>> 24)
    const first = alphas()
    memory.words(at.indexed, 2).fill(0x30_30_30)
    kernels.removeMarks(frame, at.anchors, at.canvas, 8, 8, at.indexed, 12)
    return { count: marks, before: first, after: alphas() }
  })
  assert.equal(count, 1)
  assert.ok(before.every((alpha, place) => (alpha === marked) === (place === 1)))
  assert.ok(after.every((alpha) => alpha === 255))
})
