import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FrameScaler, scalerBytes } from '#src/gif/encode/frame-scaler.ts'
import { EncoderMemory } from '#src/gif/kernels/encoder-memory.ts'
import { type OpenKernels, openKernels } from '#src/gif/kernels/kernels.ts'
import { scaleKernels } from '#src/gif/scale/filter.ts'
import { PlaneScaler } from '#src/gif/scale/plane-scaler.ts'
import { RgbaScaler } from '#src/gif/scale/rgba-scaler.ts'
import { openReferenceKernels } from '../../support/reference-kernels/reference-kernels.ts'
import { randomNumbers } from '../../support/rendering/both-kernels.ts'
import { randomRuns } from '../../support/full-run.ts'

const maxSide = 40
const versions = [openKernels, openReferenceKernels]
const size = fc.record({
  width: fc.integer({ min: 1, max: maxSide }),
  height: fc.integer({ min: 1, max: maxSide }),
})

/** A frame (RGBA) scaled by one version of the kernels. */
function scale(
  open: OpenKernels,
  rgba: Uint8Array,
  from: { width: number; height: number },
  to: { width: number; height: number },
): number[] {
  const memory = new EncoderMemory(maxSide * maxSide, 2, scalerBytes(from, to), open)
  const [source = 0, target = 0] = memory.frames
  memory.bytes(source, rgba.length).set(rgba)
  const hasClear = memory.kernels.thresholdAlpha(source, (from.width * from.height + 3) & ~3) !== 0
  new FrameScaler(memory, from, to).scale(source, target, hasClear)
  return [...memory.bytes(target, to.width * to.height * 4)]
}

test('both versions of the kernels scale frames down identically', () => {
  fc.assert(
    fc.property(size, size, fc.integer(), (from, other, seed) => {
      const to = { width: Math.min(from.width, other.width), height: Math.min(from.height, other.height) }
      const rgba = Uint8Array.from(randomNumbers(seed, from.width * from.height * 4, 256))
      const [compiled, reference] = versions.map((open) => scale(open, rgba, from, to))
      assert.deepEqual(compiled, reference)
    }),
    randomRuns(60),
  )
})

test('a uniform area keeps its color, even next to transparent pixels', () => {
  fc.assert(
    fc.property(size, size, fc.nat(0xff_ff_ff), fc.boolean(), (from, other, color, hasHole) => {
      const to = { width: Math.min(from.width, other.width), height: Math.min(from.height, other.height) }
      const [red, green, blue] = [color & 255, (color >> 8) & 255, color >> 16]
      const rgba = new Uint8Array(from.width * from.height * 4)
      for (let pixel = 0; pixel < from.width * from.height; pixel++) {
        const isHole = hasHole && pixel % from.width < from.width / 2
        rgba.set(isHole ? [9, 9, 9, 0] : [red, green, blue, 255], pixel * 4)
      }
      const scaled = scale(openKernels, rgba, from, to)
      for (let at = 0; at < scaled.length; at += 4) {
        const alpha = scaled[at + 3] ?? 0
        if (!hasHole) assert.equal(alpha, 255)
        if (alpha < 128) continue
        const off = [red, green, blue].map((value, channel) => Math.abs(value - (scaled[at + channel] ?? 0)))
        assert.ok(Math.max(...off) <= 16, `${off.join()} at ${at}`)
      }
    }),
    randomRuns(60),
  )
})

test('both versions of the kernels scale pixels identically, up and down', () => {
  fc.assert(
    fc.property(size, size, fc.integer(), (from, to, seed) => {
      const pixels = Uint8Array.from(randomNumbers(seed, from.width * from.height * 4, 256))
      const [compiled, reference] = versions.map((open) =>
        new RgbaScaler(from, to, scaleKernels.sharpCubic, open).scale(pixels, 0, from.width * 4),
      )
      assert.deepEqual(compiled, reference)
    }),
    randomRuns(60),
  )
})

test('both versions of the kernels scale planes identically, up and down', () => {
  fc.assert(
    fc.property(size, size, fc.boolean(), fc.integer(), (from, to, isPart, seed) => {
      const part = { x: 0.25, y: -0.25, width: from.width - 0.5, height: from.height - 0.5 }
      const span = isPart ? part : undefined
      const plane = Uint8Array.from(randomNumbers(seed, from.width * from.height, 256))
      const [compiled, reference] = versions.map((open) =>
        new PlaneScaler(from, to, scaleKernels.sharpCubic, span, open).scale(plane, 0, from.width),
      )
      assert.deepEqual(compiled, reference)
    }),
    randomRuns(60),
  )
})
