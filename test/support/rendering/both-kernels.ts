import assert from 'node:assert/strict'
import fc from 'fast-check'
import { EncoderMemory } from '../../../src/gif/kernels/encoder-memory.ts'
import { openReferenceKernels } from '../reference-kernels/reference-kernels.ts'
import { type Palette, sortPalette, usePalette } from '../../../src/gif/palette/palette.ts'

/** The same memory twice, with the compiled kernels and with the reference ones. */
export class BothKernels {
  readonly compiled: EncoderMemory
  readonly reference: EncoderMemory

  /** Room for four frames of the given number of pixels. */
  constructor(pixels: number) {
    const padded = (pixels + 15) & ~15
    this.compiled = new EncoderMemory(padded, 4)
    this.reference = new EncoderMemory(padded, 4, 0, openReferenceKernels)
  }

  /** Does the same with both, asserts that the results are equal, and returns the result. */
  agree<Result>(work: (memory: EncoderMemory) => Result): Result {
    const expected = work(this.reference)
    assert.deepEqual(work(this.compiled), expected)
    return expected
  }
}

/** The requested number of whole numbers below `below`, from a seed. */
export function randomNumbers(seed: number, count: number, below: number): number[] {
  let state = seed | 1
  return Array.from({ length: count }, () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return Math.floor(((state >>> 0) / 2 ** 32) * below)
  })
}

/** Palettes of 1 to 255 colors: all over the cube, or close together. */
export const palettes: fc.Arbitrary<Palette> = fc
  .record({
    seed: fc.integer(),
    count: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 255 })),
    spread: fc.constantFrom(0xff_ff_ff, 0x3f_3f_3f, 0x0f_0f_0f),
  })
  .map(({ seed, count, spread }) =>
    sortPalette(randomNumbers(seed, count, 1 << 24).map((color) => (color & spread) + 0x10_18_00)),
  )
  .map((palette) => palette.filter((color) => color < 1 << 24))
  .filter((palette) => palette.length > 0)

/** Makes the kernels search a palette and mix its colors. */
export function setPalette(
  memory: EncoderMemory,
  palette: Palette,
  { dither = 0.15, flat = 1, neighbors = 8 } = {},
): void {
  usePalette(memory, palette)
  memory.kernels.setMixtures(dither, flat, neighbors)
  memory.kernels.findNearEntries()
}

/** The valid parameters of mixtures. */
export const mixtureSettings = fc.record({
  dither: fc.oneof(fc.constantFrom(0, 0.15, 0.4, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  flat: fc.constantFrom(0, 1, 6, 24),
  neighbors: fc.integer({ min: 0, max: 16 }),
})
