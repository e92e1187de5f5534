import type { EncoderMemory } from './encoder-memory.ts'

/** Colours as red | green << 8 | blue << 16, from dark to bright, no two alike. */
export type Palette = Uint32Array

const passes = 3

/** The light of a colour, for sorting: Rec. 601 in thousandths. */
export function lightOf(colour: number): number {
  return 299 * (colour & 255) + 587 * ((colour >> 8) & 255) + 114 * ((colour >> 16) & 255)
}

/** Sorts colours from dark to bright and drops doubles. */
export function sortPalette(colours: Iterable<number>): Palette {
  return Uint32Array.from(new Set(colours)).toSorted(
    (one, other) => lightOf(one) - lightOf(other) || one - other,
  )
}

/** Hands the kernels the palette that they search, as src/gif/assembly/palette.ts has it. */
export function usePalette(memory: EncoderMemory, palette: Palette): void {
  const entries = memory.words(memory.at.palette, 12 * 64)
  for (let index = 0; index < palette.length; index++) {
    const colour = palette[index] ?? 0
    const place = (index >> 2) * 12 + (index & 3)
    entries[place] = (colour & 255) | ((colour & 0xff00) << 8)
    entries[place + 4] = colour >> 16
    entries[place + 8] = index
  }
  memory.kernels.setPaletteAt(memory.at.palette, palette.length)
  memory.kernels.forgetCells()
}

/** The mean squared distance of the bins from the palette, by weight. */
export function paletteError(memory: EncoderMemory, palette: Palette, binCount: number): number {
  usePalette(memory, palette)
  const error = assign(memory, binCount)
  const totals = memory.doubles(memory.at.totals, 256 * 4)
  let weight = 0
  for (let index = 0; index < palette.length; index++) weight += totals[index * 4] ?? 0
  return error / weight
}

/** A palette of at most `most` colours for the bins, which lie in the memory: split, then refined by k-means. */
export function choosePalette(memory: EncoderMemory, binCount: number, most: number): Palette {
  const { at, kernels } = memory
  const made = kernels.splitColours(at.colours, at.masses, binCount, at.split, most, at.means)
  let palette = sortPalette(memory.words(at.means, made))
  const totals = memory.doubles(memory.at.totals, 256 * 4)
  for (let pass = 0; pass < passes; pass++) {
    usePalette(memory, palette)
    assign(memory, binCount)
    palette = sortPalette(
      Array.from(palette, (colour, index) => {
        const weight = totals[index * 4] ?? 0
        if (weight === 0) return colour
        const mean = (channel: number) => (totals[index * 4 + channel] ?? 0) / weight
        return pack(mean(1), mean(2), mean(3))
      }),
    )
  }
  return palette
}

/** Leaves for each entry of the palette in use the weight and sums of the bins nearest to it; gives their error. */
function assign(memory: EncoderMemory, binCount: number): number {
  const { at, kernels } = memory
  memory.doubles(at.totals, 256 * 4).fill(0)
  return kernels.assignColours(at.colours, at.masses, binCount, at.totals)
}

function pack(red: number, green: number, blue: number): number {
  return Math.round(red) | (Math.round(green) << 8) | (Math.round(blue) << 16)
}
