import { type ColorTable, tableBits } from '../encode/container.ts'
import type { EncoderMemory } from '../kernels/encoder-memory.ts'

/** Colors as red | green << 8 | blue << 16, from dark to bright, without duplicates. */
export type Palette = Uint32Array

const passes = 3

/** Returns the luma of a color, for sorting: Rec. 601 in thousandths. */
function lumaOf(color: number): number {
  return 299 * (color & 255) + 587 * ((color >> 8) & 255) + 114 * ((color >> 16) & 255)
}

/** Sorts colors (24 bits, red lowest) from dark to bright and removes duplicates. */
export function sortPalette(colors: Iterable<number>): Palette {
  return Uint32Array.from(new Set(colors)).toSorted(
    (one, other) => lumaOf(one) - lumaOf(other) || one - other,
  )
}

/**
 * Returns all colors of frames (addresses) of `pixels` pixels each: black alone if all pixels are transparent, or
 * undefined if there are more than `most`, which is at most 255.
 */
export function distinctColors(
  memory: EncoderMemory,
  frames: readonly number[],
  pixels: number,
  most: number,
): Palette | undefined {
  const { at, kernels } = memory
  const table = memory.words(at.distinct, 1024).fill(0)
  let known = 0
  for (const frame of frames) {
    known = kernels.countDistinct(frame, pixels, at.distinct, known, most)
    if (known > most) return undefined
  }
  return sortPalette(known === 0 ? [0] : [...table].filter((word) => word !== 0).map((word) => word - 1))
}

/**
 * Loads a palette into the kernels, in the layout of src/gif/kernels/assembly/palette.ts, unless they already have it.
 */
export function usePalette(memory: EncoderMemory, palette: Palette): void {
  if (memory.palette === palette) return
  memory.palette = palette
  const entries = memory.words(memory.at.palette, 12 * 64)
  for (let index = 0; index < palette.length; index++) {
    const color = palette[index] ?? 0
    const place = (index >> 2) * 12 + (index & 3)
    entries[place] = (color & 255) | ((color & 0xff00) << 8)
    entries[place + 4] = color >> 16
    entries[place + 8] = index
  }
  memory.kernels.setPaletteAt(memory.at.palette, palette.length)
  memory.kernels.clearCells()
}

/**
 * Returns the weighted mean squared distance of the bins in the memory from the palette. Leaves the weight and sums of
 * the bins nearest to each entry in `totals`.
 */
export function paletteError(memory: EncoderMemory, palette: Palette, binCount: number): number {
  usePalette(memory, palette)
  const { at, kernels } = memory
  const totals = memory.doubles(at.totals, 256 * 4).fill(0)
  const error = kernels.assignColors(at.colors, at.masses, binCount, at.totals)
  let weight = 0
  for (let index = 0; index < palette.length; index++) weight += totals[index * 4] ?? 0
  return error / weight
}

/**
 * Chooses a palette of at most `most` colors for the bins in the memory: split by variance, then refined by k-means.
 * `error` is the weighted mean squared distance before the last refinement.
 */
export function choosePalette(
  memory: EncoderMemory,
  binCount: number,
  most: number,
): { palette: Palette; error: number } {
  const { at, kernels } = memory
  const made = kernels.splitColors(at.colors, at.masses, binCount, at.split, most, at.means)
  const totals = memory.doubles(at.totals, 256 * 4)
  let palette = sortPalette(memory.words(at.means, made))
  let error = 0
  for (let pass = 0; pass < passes; pass++) {
    error = paletteError(memory, palette, binCount)
    palette = sortPalette(
      Array.from(palette, (color, index) => {
        const weight = totals[index * 4] ?? 0
        if (weight === 0) return color
        const mean = (channel: number) => (totals[index * 4 + channel] ?? 0) / weight
        return pack(mean(1), mean(2), mean(3))
      }),
    )
  }
  return { palette, error }
}

/** Rounds three channels to a 24-bit color, red lowest. */
function pack(red: number, green: number, blue: number): number {
  return Math.round(red) | (Math.round(green) << 8) | (Math.round(blue) << 16)
}

/** Returns the index of pixels that are transparent or stay: the one after the last color. */
export function clearIndexOf(palette: Palette): number {
  return palette.length
}

/** Returns the palette as a color table, with an unused entry for the clear index. */
export function tableOf(palette: Palette): ColorTable {
  const table = new Uint8Array(3 << tableBits(palette.length + 1))
  for (const [index, color] of palette.entries()) {
    table.set([color & 255, (color >> 8) & 255, (color >> 16) & 255], index * 3)
  }
  return table
}

type Size = { width: number; height: number }

/**
 * Copies the displayed colors into the canvas plane while the kernels still have the palette that their indices belong
 * to: after a change of palette, only the canvas knows colors that the new one lacks. Call it before each choice of a
 * palette, even an exact one.
 */
export function updateShownColors(memory: EncoderMemory, { width, height }: Size, palette: Palette): void {
  const { at, kernels } = memory
  memory.words(at.indexed, 256).set(palette)
  kernels.updateCanvas(at.canvas, at.shown, width * height, at.indexed, clearIndexOf(palette))
}
