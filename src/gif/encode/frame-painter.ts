import type { EncoderMemory } from '../kernels/encoder-memory.ts'
import { clearIndexOf, type Palette, updateShownColors } from '../palette/palette.ts'
import { type Box, tableBits } from './container.ts'
import type { EncoderSettings } from './encoder-settings.ts'
import type { SegmentPalette } from './segment-palette.ts'

/** Paints the frames of a segment: chooses the colors of their pixels, and encodes the box that changes. */
export class FramePainter {
  readonly #memory: EncoderMemory
  readonly #width: number
  readonly #height: number
  readonly #settings: EncoderSettings
  readonly #palette: SegmentPalette

  constructor(
    memory: EncoderMemory,
    { width, height }: { width: number; height: number },
    settings: EncoderSettings,
    palette: SegmentPalette,
  ) {
    this.#memory = memory
    this.#width = width
    this.#height = height
    this.#settings = settings
    this.#palette = palette
  }

  /**
   * Chooses the paint of each pixel of a frame (an address), after averaging its noise over the `upcoming` frames (up
   * to three are used). Returns the box that changes, or undefined if nothing does.
   */
  chooseColors(frame: number, upcoming: readonly number[]): Box | undefined {
    const { at, kernels } = this.#memory
    const { hold, stillHold, stillMean, busy } = this.#settings
    const { isExact, current } = this.#palette
    if (!isExact) this.#averageNoise(frame, upcoming)
    kernels.chooseColors(
      frame,
      at.anchors,
      at.shown,
      at.first,
      at.second,
      this.#width,
      this.#height,
      isExact ? 0 : hold,
      clearIndexOf(current),
      this.#isSearched ? -1 : busy,
      isExact ? 0 : stillHold,
      stillMean,
      at.stills,
      at.box,
    )
    return this.#readBox()
  }

  /** True if the paint is searched for. If palettes have every color and nothing may be lost, there is no choice. */
  get #isSearched(): boolean {
    return this.#settings.bitCost > 0 && !this.#palette.isExact
  }

  /** Returns the box of the pixels that are opaque in a frame (an address) and transparent in the next, if any. */
  findCleared(frame: number, next: number): Box | undefined {
    const { at, kernels } = this.#memory
    kernels.findCleared(frame, next, this.#width, this.#height, at.box)
    return this.#readBox()
  }

  /** Returns the image data for a box of the frame whose colors were chosen last. */
  encodeBox(box: Box): Uint8Array {
    const { at } = this.#memory
    const length = this.#isSearched ? this.#encodeBySearch(box) : this.#encodeChosen(box)
    return this.#memory.bytes(at.output, length).slice()
  }

  /** Encodes a box with the chosen colors; returns the bytes of the image data. */
  #encodeChosen({ left, top, right, bottom }: Box): number {
    const { at, kernels } = this.#memory
    const { loss, busyLoss } = this.#settings
    const { current, maxLoss } = this.#palette
    return kernels.encodeBox(
      at.first,
      at.second,
      at.shown,
      at.anchors,
      this.#width,
      left,
      top,
      right,
      bottom,
      codeBitsOf(current),
      clearIndexOf(current),
      Math.min(loss, maxLoss),
      Math.min(busyLoss, maxLoss),
      at.output,
    )
  }

  /** Encodes a box so that the sum of its bits and errors costs least; returns the bytes of the image data. */
  #encodeBySearch({ left, top, right, bottom }: Box): number {
    const { at, kernels } = this.#memory
    const { bitCost } = this.#settings
    const { current } = this.#palette
    updateShownColors(this.#memory, { width: this.#width, height: this.#height }, current)
    return kernels.encodeBoxBySearch(
      at.first,
      at.shown,
      at.anchors,
      at.canvas,
      at.worths,
      this.#width,
      left,
      top,
      right,
      bottom,
      codeBitsOf(current),
      clearIndexOf(current),
      bitCost,
      at.output,
    )
  }

  /** Records that a box is transparent from now on. */
  clearBox({ left, top, right, bottom }: Box): void {
    const { at } = this.#memory
    const clearIndex = clearIndexOf(this.#palette.current)
    for (let y = top; y < bottom; y++) {
      const start = y * this.#width + left
      this.#memory.bytes(at.shown + start, right - left).fill(clearIndex)
      for (const plane of [at.anchors, at.canvas]) this.#memory.words(plane + start * 4, right - left).fill(0)
    }
  }

  /** Averages the noise of a frame (an address) over the frames after it. */
  #averageNoise(frame: number, [next, second, third]: readonly number[]): void {
    if (next === undefined) return
    const { at, kernels } = this.#memory
    const { hold, stillHold, steadyMean } = this.#settings
    kernels.averageNoise(
      frame,
      next,
      second ?? 0,
      third ?? 0,
      at.anchors,
      this.#width,
      this.#height,
      hold,
      stillHold,
      steadyMean,
    )
  }

  /** Returns the box that a kernel left in the memory, or undefined if it is empty. */
  #readBox(): Box | undefined {
    const [left = 0, top = 0, right = 0, bottom = 0] = this.#memory.signed(this.#memory.at.box, 4)
    return bottom === 0 ? undefined : { left, top, right, bottom }
  }
}

/** Returns the fewest bits that an LZW code of a palette's index and the clear index takes. */
function codeBitsOf(palette: Palette): number {
  return Math.max(2, tableBits(palette.length + 1))
}
