import type { EncoderMemory } from '../kernels/encoder-memory.ts'
import { countBins, countingStep } from '../palette/histogram.ts'
import {
  choosePalette,
  clearIndexOf,
  distinctColors,
  type Palette,
  paletteError,
  tableOf,
  updateShownColors,
  usePalette,
} from '../palette/palette.ts'
import type { EncoderSettings } from './encoder-settings.ts'
import type { QueuedFrame } from './frame-queue.ts'

/** One entry of a color table is reserved for the clear index. */
const mostColors = 255
/** Smaller palettes to try if the tables cost at least this share of the errors. */
const fewerColors = [127, 63, 31, 15]
const leastTableShare = 0.1
/** The approximate bits that each doubling of the colors adds to a painted pixel, from `doublingFrom` colors on. */
const bitsOfDoubling = 0.07
const doublingFrom = 63
/** Up to this bit cost, which is that of `best`, segments with few colors are encoded without loss. */
const exactUpTo = 3
/** The weight in the histogram of a pixel to paint; a pixel that stays weighs less. */
const paintedWeight = 8

/** An encoder's palette at a checkpoint. */
export type PaletteState = {
  readonly palette: Palette | undefined
  readonly globalPalette: Palette | undefined
  readonly isExact: boolean
  readonly maxLoss: number
}

/** A palette and its mean squared distance from the painted colors. */
type WeighedPalette = { palette: Palette; error: number }

/** Chooses the palette of each segment of frames, and hands it to the kernels. */
export class SegmentPalette {
  readonly #memory: EncoderMemory
  readonly #size: { width: number; height: number }
  readonly #pixels: number
  readonly #settings: EncoderSettings
  #palette: Palette | undefined
  #globalPalette: Palette | undefined
  #isExact = false
  #maxLoss = 0

  constructor(memory: EncoderMemory, size: { width: number; height: number }, settings: EncoderSettings) {
    this.#memory = memory
    this.#size = size
    this.#pixels = size.width * size.height
    this.#settings = settings
  }

  /** The palette of the current segment. Throws an Error before the first one is chosen. */
  get current(): Palette {
    if (this.#palette === undefined) throw new Error('unreachable: a segment has a palette')
    return this.#palette
  }

  /** True if the current palette is that of the GIF's global color table: the first one. */
  get isGlobal(): boolean {
    return this.#palette === this.#globalPalette
  }

  /** True if the palette has every color of the segment. */
  get isExact(): boolean {
    return this.#isExact
  }

  /** The most that `loss` and `busyLoss` may be with this palette. */
  get maxLoss(): number {
    return this.#maxLoss
  }

  /** Returns the state for a checkpoint. Palettes are never changed in place, so they are not copied. */
  checkpoint(): PaletteState {
    return {
      palette: this.#palette,
      globalPalette: this.#globalPalette,
      isExact: this.#isExact,
      maxLoss: this.#maxLoss,
    }
  }

  /** Restores the state of a checkpoint; its palette is used with the current settings. */
  restore(state: PaletteState): void {
    if (state.palette !== undefined) this.#loadPalette(state.palette)
    this.#palette = state.palette
    this.#globalPalette = state.globalPalette
    this.#isExact = state.isExact
    this.#maxLoss = state.maxLoss
  }

  /** Chooses the palette of a segment's frames, or keeps one that is nearly as good. */
  choose(frames: readonly QueuedFrame[]): void {
    const memory = this.#memory
    const { bitCost } = this.#settings
    const current = this.#palette
    // The canvas alone knows the displayed colors that the next palette lacks.
    if (current !== undefined) updateShownColors(memory, this.#size, current)
    const addresses = frames.map(({ address }) => address)
    const exact = distinctColors(memory, addresses, this.#pixels, mostColors)
    this.#isExact = exact !== undefined && bitCost <= exactUpTo
    if (exact !== undefined && this.#isExact) {
      this.#maxLoss = 0
      if (current === undefined || !exact.every((color) => current.includes(color))) this.#setPalette(exact)
      return
    }
    const bins = this.#countColors(addresses)
    if (bins === 0) {
      this.#setPalette(current ?? Uint32Array.of(0))
      return
    }
    const made = exact === undefined ? choosePalette(memory, bins, mostColors) : { palette: exact, error: 0 }
    const { palette, error } =
      bitCost > 0 ? this.#cheapest(made, bins, frames.length) : this.#keptOr(made, bins)
    if (palette === current) usePalette(memory, current)
    else this.#setPalette(palette)
    this.#maxLoss = error * this.#settings.lossOfError
  }

  /** Returns the current palette if the new one is hardly better for the bins. */
  #keptOr(made: WeighedPalette, bins: number): WeighedPalette {
    const current = this.#palette
    if (current === undefined) return made
    const error = paletteError(this.#memory, current, bins)
    return made.error > error * this.#settings.keepPalette ? { palette: current, error } : made
  }

  /**
   * Returns the palette that costs least for the bins, in errors and in bits of tables: each frame has a table unless
   * it uses the global one. The candidates are the new palette, smaller ones, the current one and the global one.
   */
  #cheapest(made: WeighedPalette, bins: number, frames: number): WeighedPalette {
    const memory = this.#memory
    const tables = this.#globalPalette === undefined ? 1 : frames
    const painted = paintedPixels(memory, bins) * countingStep(this.#pixels, frames) ** 2
    const errorCost = ({ error }: WeighedPalette) => error * painted
    const bitsOf = ({ palette }: WeighedPalette) =>
      painted * bitsOfDoubling * Math.log2(Math.max(doublingFrom, palette.length)) +
      (palette === this.#globalPalette ? 0 : 8 * tableOf(palette).length * tables)
    const tableCost = (weighed: WeighedPalette) => this.#settings.bitCost * bitsOf(weighed)
    const candidates = [this.#palette, this.#globalPalette, made.palette].filter(
      (palette) => palette !== undefined,
    )
    const weighed = [...new Set(candidates)].map((palette) =>
      palette === made.palette ? made : { palette, error: paletteError(memory, palette, bins) },
    )
    if (tableCost(made) > errorCost(made) * leastTableShare) {
      for (const most of fewerColors.filter((most) => most < made.palette.length))
        weighed.push(choosePalette(memory, bins, most))
    }
    const costOf = (weighed: WeighedPalette) => errorCost(weighed) + tableCost(weighed)
    return weighed.reduce((one, other) => (costOf(other) < costOf(one) ? other : one))
  }

  /**
   * Takes the palette that another encoder in the same memory chose for the same frames at a larger size. If that
   * palette has every color of the larger frames, which the smaller ones may lack, chooses its own.
   */
  follow(leader: SegmentPalette, frames: readonly QueuedFrame[]): void {
    if (leader.#isExact) return this.choose(frames)
    const memory = this.#memory
    const before = this.#palette
    const palette = leader.current
    if (before !== undefined) updateShownColors(memory, this.#size, before)
    this.#isExact = false
    this.#maxLoss = leader.#maxLoss
    this.prepare(palette)
    if (before !== palette) this.#translate(palette)
  }

  /** Prepares the kernels to draw with a palette, in case another encoder has drawn with a different one since. */
  prepare(palette = this.current): void {
    if (this.#memory.preparedPalette === palette) usePalette(this.#memory, palette)
    else this.#loadPalette(palette)
  }

  /** Fills the histogram with the colors of some frames (addresses). Returns the number of bins in use. */
  #countColors(addresses: readonly number[]): number {
    const step = countingStep(this.#pixels, addresses.length)
    const frames = addresses.map((address, index) => ({
      address,
      step,
      left: index % step,
      top: (index >> 1) % step,
      weight: paintedWeight,
      heldWeight: this.#settings.heldWeight,
    }))
    return countBins(this.#memory, this.#size, frames, this.#settings.hold)
  }

  /** Switches to another palette. */
  #setPalette(palette: Palette): void {
    this.#loadPalette(palette)
    this.#translate(palette)
  }

  /** Maps the indices of the displayed frame from the current palette to a new one, which becomes the current one. */
  #translate(palette: Palette): void {
    const memory = this.#memory
    const { at, kernels } = memory
    const before = this.#palette
    this.#palette = palette
    this.#globalPalette ??= palette
    if (before === undefined) {
      memory.bytes(at.shown, this.#pixels).fill(clearIndexOf(palette))
      return
    }
    // Pixels that are shown keep their color; the new palette may have it at another index.
    const table = memory.bytes(at.table, 256).fill(clearIndexOf(palette))
    const indices = new Map([...palette].map((color, index) => [color, index]))
    for (const [index, color] of before.entries()) table[index] = indices.get(color) ?? clearIndexOf(palette)
    kernels.translate(at.shown, this.#pixels, at.table)
  }

  /** Loads a palette into the kernels, which prepare its mixtures and nearest entries. */
  #loadPalette(palette: Palette): void {
    const { kernels } = this.#memory
    usePalette(this.#memory, palette)
    const { dither, flat, neighbors } = this.#settings
    kernels.setMixtures(dither, flat, neighbors)
    kernels.findNearEntries()
    this.#memory.preparedPalette = palette
  }
}

/** Returns the number of counted pixels that are painted; those that stay count for less. */
function paintedPixels(memory: EncoderMemory, bins: number): number {
  const masses = memory.floats(memory.at.masses, bins * 4)
  let weight = 0
  for (let bin = 0; bin < bins; bin++) weight += masses[bin * 4] ?? 0
  return weight / paintedWeight
}
