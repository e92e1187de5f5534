import type { EncoderMemory } from '../kernels/encoder-memory.ts'
import { countBins, countingStep } from '../palette/histogram.ts'
import {
  choosePalette,
  clearIndexOf,
  distinctColours,
  type Palette,
  paletteError,
  tableOf,
  usePalette,
} from '../palette/palette.ts'
import { markRepaintCandidates, removeUselessMarks, updateShownColours } from '../palette/repaint.ts'
import { type EncoderSettings, unreachableError } from './encoder-settings.ts'
import type { QueuedFrame } from './frame-queue.ts'

/** One entry of a colour table is left for the clear index. */
const maxColours = 255
/** How much a pixel that is to be painted counts in the histogram; one that stays counts less. */
const paintedWeight = 8

/** What an encoder's palette is at a checkpoint. */
export type PaletteState = {
  readonly palette: Palette | undefined
  readonly globalPalette: Palette | undefined
  readonly isExact: boolean
  readonly isPoor: boolean
  readonly maxLoss: number
  readonly busy: number
}

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
  #isPoor = false
  #busy = 0

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

  /** Whether the current palette is that of the GIF's global colour table: the first one. */
  get isGlobal(): boolean {
    return this.#palette === this.#globalPalette
  }

  /** Whether the palette has every colour of the segment. */
  get isExact(): boolean {
    return this.#isExact
  }

  /** Whether the palette's error is above `poorPaletteError`. */
  get isPoor(): boolean {
    return this.#isPoor
  }

  /** The most that `loss` and `busyLoss` may be with this palette. */
  get maxLoss(): number {
    return this.#maxLoss
  }

  /** `busy` of the settings, or more where the palette is poor. */
  get busy(): number {
    return this.#busy
  }

  /** The state for a checkpoint. Palettes are unreachableError changed in place, so they are not copied. */
  checkpoint(): PaletteState {
    return {
      palette: this.#palette,
      globalPalette: this.#globalPalette,
      isExact: this.#isExact,
      isPoor: this.#isPoor,
      maxLoss: this.#maxLoss,
      busy: this.#busy,
    }
  }

  /** Restores the state of a checkpoint; its palette is used with the current settings. */
  restore(state: PaletteState): void {
    if (state.palette !== undefined) this.#loadPalette(state.palette)
    this.#palette = state.palette
    this.#globalPalette = state.globalPalette
    this.#isExact = state.isExact
    this.#isPoor = state.isPoor
    this.#maxLoss = state.maxLoss
    this.#busy = state.busy
  }

  /** Chooses the palette of a segment's frames, or keeps the current one where that is nearly as good. */
  choose(frames: readonly QueuedFrame[]): void {
    const memory = this.#memory
    const current = this.#palette
    const repaints = current !== undefined && this.#settings.repaintError < unreachableError
    if (current !== undefined) updateShownColours(memory, this.#size, current)
    const addresses = frames.map(({ address }) => address)
    if (this.#settings.lambda > 0) return this.#chooseByRate(frames)
    const exact = distinctColours(memory, addresses, this.#pixels, maxColours)
    if (exact !== undefined) {
      this.#isExact = true
      this.#maxLoss = 0
      if (current !== undefined && exact.every((colour) => current.includes(colour))) return
      this.#setPalette(exact)
      return
    }
    this.#isExact = false
    const first = frames[0]?.address ?? 0
    const marks =
      repaints && !this.#isPoor
        ? markRepaintCandidates(memory, this.#size, first, this.#settings, this.#busy)
        : 0
    const bins = this.#countColours(addresses)
    if (bins === 0) {
      this.#setPalette(current ?? Uint32Array.of(0))
      return
    }
    const currentError = current === undefined ? Infinity : paletteError(memory, current, bins)
    const { keepPalette, lossOfError, poorPaletteError } = this.#settings
    const chosen = choosePalette(memory, bins, this.#settings.colours)
    const isKept = current !== undefined && chosen.error > currentError * keepPalette
    const error = isKept ? currentError : chosen.error
    this.#isPoor = chosen.error > poorPaletteError
    if (isKept) usePalette(memory, current)
    else this.#setPalette(chosen.palette, error)
    this.#maxLoss = error * lossOfError
    if (marks > 0)
      removeUselessMarks(memory, this.#size, first, this.#palette ?? chosen.palette, this.#settings)
  }

  #chooseByRate(frames: readonly QueuedFrame[]): void {
    const memory = this.#memory
    const { lambda, colours } = this.#settings
    const addresses = frames.map(({ address }) => address)
    const current = this.#palette
    const bins = this.#countColours(addresses)
    this.#isExact = false
    this.#isPoor = false
    if (bins === 0) return this.#setPalette(current ?? Uint32Array.of(0))
    const exact = distinctColours(memory, addresses, this.#pixels, colours)
    const chosen = exact === undefined ? choosePalette(memory, bins, colours) : { palette: exact, error: 0 }
    if (current === undefined) return this.#setPalette(chosen.palette, chosen.error)
    const masses = memory.floats(memory.at.masses, bins * 4)
    let weight = 0
    for (let bin = 0; bin < bins; bin++) weight += masses[bin * 4] ?? 0
    const painted = (weight / paintedWeight) * countingStep(this.#pixels, frames.length) ** 2
    const costOf = (palette: Palette, error: number) =>
      error * painted +
      (palette === this.#globalPalette ? 0 : lambda * 8 * (tableOf(palette).length + 1) * frames.length)
    const candidates = [...new Set([current, this.#globalPalette ?? current])].map((palette) => ({
      palette,
      error: paletteError(memory, palette, bins),
    }))
    candidates.push(chosen)
    const best = candidates.reduce((one, other) =>
      costOf(other.palette, other.error) < costOf(one.palette, one.error) ? other : one,
    )
    if (best.palette === current) usePalette(memory, current)
    else this.#setPalette(best.palette, best.error)
    this.#maxLoss = best.error * this.#settings.lossOfError
  }

  /**
   * Takes the palette that another encoder in the same memory chose for the same frames in a larger size; where that has
   * every colour of them, which these need not have, chooses one of its own.
   */
  follow(leader: SegmentPalette, frames: readonly QueuedFrame[]): void {
    if (leader.#isExact) return this.choose(frames)
    const memory = this.#memory
    const before = this.#palette
    const palette = leader.current
    const repaints = before !== undefined && this.#settings.repaintError < unreachableError
    const first = frames[0]?.address ?? 0
    if (repaints) updateShownColours(memory, this.#size, before)
    const marks =
      repaints && !this.#isPoor
        ? markRepaintCandidates(memory, this.#size, first, this.#settings, this.#busy)
        : 0
    this.#isExact = false
    this.#isPoor = leader.#isPoor
    this.#maxLoss = leader.#maxLoss
    this.prepare(palette)
    if (before !== palette) this.#translate(palette)
    this.#busy = leader.#busy
    if (marks > 0) removeUselessMarks(memory, this.#size, first, palette, this.#settings)
  }

  /** Prepares the kernels to draw with a palette, where another encoder has drawn with another one since. */
  prepare(palette = this.current): void {
    if (this.#memory.preparedPalette === palette) usePalette(this.#memory, palette)
    else this.#loadPalette(palette)
  }

  /** Fills the histogram with the colours of some frames (addresses). Returns how many bins are in use. */
  #countColours(addresses: readonly number[]): number {
    const step = countingStep(this.#pixels, addresses.length)
    const frames = addresses.map((address, index) => ({
      address,
      step,
      left: index % step,
      top: (index >> 1) % step,
      weight: paintedWeight,
      heldWeight: this.#settings.heldWeight,
    }))
    return countBins(this.#memory, this.#size, frames, this.#settings.hold, this.#settings.repaintWeight)
  }

  /** Draws with another palette from now on; `error` is its mean squared distance from the pixels. */
  #setPalette(palette: Palette, error = 0): void {
    this.#loadPalette(palette)
    const { busy, busyScale } = this.#settings
    this.#busy = this.#isPoor ? Math.max(busy, Math.round(Math.sqrt(error) * busyScale)) : busy
    this.#translate(palette)
  }

  /** Has the indices of what is shown, which are of the palette before, be those of the new one. */
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
    // Pixels that are shown keep their colour; the new palette may have it at another index.
    const table = memory.bytes(at.table, 256).fill(clearIndexOf(palette))
    const indices = new Map([...palette].map((colour, index) => [colour, index]))
    for (const [index, colour] of before.entries())
      table[index] = indices.get(colour) ?? clearIndexOf(palette)
    kernels.translate(at.shown, this.#pixels, at.table)
  }

  /** Loads a palette into the kernels, which prepare its mixtures and nearest entries. */
  #loadPalette(palette: Palette): void {
    const { kernels } = this.#memory
    usePalette(this.#memory, palette)
    const { dither, flat, neighbours } = this.#settings
    kernels.setMixtures(dither, flat, neighbours)
    kernels.findNearEntries()
    this.#memory.preparedPalette = palette
  }
}
