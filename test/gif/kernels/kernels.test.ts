import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { EncoderMemory } from '../../../src/gif/kernels/encoder-memory.ts'
import { countBins } from '../../../src/gif/palette/histogram.ts'
import { choosePalette, paletteError } from '../../../src/gif/palette/palette.ts'
import { BothKernels, palettes, randomNumbers } from '../../support/rendering/both-kernels.ts'
import { disturb, drawFrame, drawnFrames, sides } from '../../support/media/random-frames.ts'
import { randomRuns } from '../../support/full-run.ts'

const maxSide = 61
const both = new BothKernels(maxSide * maxSide)

/** Distance squared << 8 | index of the nearest entry of a palette, computed naively. */
function nearestOf(palette: Iterable<number>, color: number): number {
  const channels = (of: number) => [of & 255, (of >> 8) & 255, of >> 16]
  const keys = Array.from(palette, (entry, index) => {
    const [red = 0, green = 0, blue = 0] = channels(entry).map(
      (value, at) => value - (channels(color)[at] ?? 0),
    )
    return ((red * red + green * green + blue * blue) << 8) | index
  })
  return Math.min(...keys)
}

function sum(numbers: number[]): number {
  return numbers.reduce((one, other) => one + other, 0)
}

/** Puts weighted colors into bins, as `packBins` leaves them. */
function placeBins(memory: EncoderMemory, colors: number[], weights: number[]): void {
  memory.words(memory.at.colors, colors.length).set(colors)
  const masses = colors.flatMap((color, place) => {
    const weight = weights[place] ?? 1
    return [1, color & 255, (color >> 8) & 255, color >> 16].map((value) => value * weight)
  })
  memory.floats(memory.at.masses, masses.length).set(masses)
}

test('bins are assigned to the nearest entry, with their mass and their error', () => {
  fc.assert(
    fc.property(palettes, fc.integer(), fc.integer({ min: 1, max: 3000 }), (palette, seed, count) => {
      const colors = randomNumbers(seed, count, 1 << 24)
      const weights = randomNumbers(~seed, count, 1 << 16)
      const error = both.agree((memory) => {
        placeBins(memory, colors, weights)
        return paletteError(memory, palette, count)
      })
      const totals = both.agree((memory) => memory.doubles(memory.at.totals, 4 * 256))
      const keys = colors.map((color) => nearestOf(palette, color))
      for (const [index] of palette.entries()) {
        const own = weights.filter((_, at) => ((keys[at] ?? 0) & 255) === index)
        assert.equal(totals[index * 4], sum(own))
      }
      const errors = keys.map((key, at) => (key >> 8) * (weights[at] ?? 0))
      if (sum(weights) > 0) assert.equal(error, sum(errors) / sum(weights))
    }),
    randomRuns(60, 30),
  )
})

test('more groups have a smaller error, and refined ones no larger one', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 2, max: 1500 }), fc.boolean(), (seed, count, isNarrow) => {
      const mask = isNarrow ? 0x1f_3f_1f : 0xff_ff_ff
      const colors = [...new Set(randomNumbers(seed, count, 1 << 24).map((color) => color & mask))]
      const weights = randomNumbers(~seed, colors.length, 1000).map((weight) => weight + 1)
      const errors = [2, 4, 16, 64, 255].map((most) =>
        both.agree((memory) => {
          placeBins(memory, colors, weights)
          const { at, kernels } = memory
          const made = kernels.splitColors(at.colors, at.masses, colors.length, at.split, most, at.means)
          const means = memory.words(at.means, made).slice()
          const refined = choosePalette(memory, colors.length, most)
          return {
            made,
            means,
            refined,
            split: paletteError(memory, means, colors.length),
            error: paletteError(memory, refined.palette, colors.length),
          }
        }),
      )
      for (const [place, { made, split, error }] of errors.entries()) {
        assert.ok(made >= 1 && made <= 255)
        // Means are rounded, which does not affect a group of one color but may affect others.
        assert.ok(error <= split + 1)
        assert.ok(split <= (errors[place - 1]?.split ?? Infinity) + 1)
      }
    }),
    randomRuns(25, 12),
  )
})

test('colors are counted identically, and bins have their means', () => {
  fc.assert(
    fc.property(
      sides(maxSide),
      sides(maxSide),
      fc.array(drawnFrames, { minLength: 1, maxLength: 3 }),
      fc.record({
        step: fc.constantFrom(1, 2, 4, 8, 16, 32),
        left: fc.nat(31),
        top: fc.nat(31),
        weight: fc.integer({ min: 1, max: 8 }),
        heldWeight: fc.constantFrom(0, 1, 2.5, 8),
      }),
      fc.record({ hold: fc.nat(9), most: fc.constantFrom(1, 20, 400, 65_536) }),
      (width, height, frames, counted, { hold, most }) => {
        both.agree((memory) => {
          const { at, kernels } = memory
          const drawn = frames.map((frame) => drawFrame(frame, width, height))
          const anchors = disturb(drawn[0] ?? Uint8Array.of(), 5, 12)
          memory.bytes(at.anchors, anchors.length).set(anchors)
          const [address = 0] = memory.frames
          kernels.clearHistogram()
          const counts = drawn.map((rgba) => {
            memory.bytes(address, rgba.length).set(rgba)
            const { step, weight, heldWeight } = counted
            const [left, top] = [counted.left % step, counted.top % step]
            return kernels.countColors(
              address,
              width,
              height,
              left,
              top,
              step,
              weight,
              at.anchors,
              hold,
              heldWeight,
            )
          })
          // With the maximum number of bins, none are merged.
          const last = counts.at(-1) ?? 0
          assert.equal(kernels.packBins(at.colors, at.masses, last, at.joined), last)
          const bins = kernels.packBins(at.colors, at.masses, most, at.joined)
          return {
            counts,
            bins,
            colors: memory.words(at.colors, bins),
            masses: memory.floats(at.masses, bins * 4),
          }
        })
      },
    ),
    randomRuns(120, 40),
  )
})

test('a frame of one color is one bin of exactly that color', () => {
  fc.assert(
    fc.property(fc.nat(0xff_ff_ff), sides(maxSide), (color, side) => {
      const bins = both.agree((memory) => {
        const [address = 0] = memory.frames
        memory.words(memory.at.anchors, side * side).fill(0)
        memory.words(address, side * side).fill((0xff_00_00_00 | color) >>> 0)
        const frame = { address, step: 1, left: 0, top: 0, weight: 8, heldWeight: 1 }
        const count = countBins(memory, { width: side, height: side }, [frame], 1)
        return { count, color: memory.words(memory.at.colors, 1)[0] }
      })
      assert.deepEqual(bins, { count: 1, color })
    }),
    randomRuns(100),
  )
})

test('distinct colors are known while they are few', () => {
  fc.assert(
    fc.property(
      fc.array(drawnFrames, { minLength: 1, maxLength: 3 }),
      sides(maxSide),
      sides(maxSide),
      fc.constantFrom(0, 1, 5, 40, 255),
      (frames, width, height, most) => {
        both.agree((memory) => {
          const { at, kernels } = memory
          const table = memory.words(at.distinct, 1024).fill(0)
          const [address = 0] = memory.frames
          const counts: number[] = []
          let known = 0
          for (const frame of frames) {
            memory.bytes(address, width * height * 4).set(drawFrame(frame, width, height))
            kernels.thresholdAlpha(address, (width * height + 3) & ~3)
            known = kernels.countDistinct(address, width * height, at.distinct, known, most)
            counts.push(known)
            if (known > most) break
          }
          const colors = [...table].filter((word) => word !== 0)
          return { counts, colors: colors.toSorted((one, other) => one - other) }
        })
      },
    ),
    randomRuns(150, 50),
  )
})
