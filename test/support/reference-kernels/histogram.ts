import { exceeds, packColor } from './colors.ts'
import type { Kernels } from '#src/gif/kernels/kernels.ts'
import type { ReferenceMemory } from './memory.ts'

/** Weight, and the sums of red, green and blue by weight. */
type Mass = Uint32Array | Float32Array

/** Colors counted in 64 x 64 x 64 bins, with exact sums, so that a bin's mean is exact. */
export class Histogram {
  readonly #memory: ReferenceMemory
  /** By red, green and blue, 6 bits each; in order of arrival. */
  readonly #bins = new Map<number, Uint32Array>()

  constructor(memory: ReferenceMemory) {
    this.#memory = memory
  }

  /** Empties the bins. */
  clear(): void {
    this.#bins.clear()
  }

  /**
   * Counts the opaque pixels of a frame at every `step`th column and row from (left, top), each `weight` times. If no
   * channel differs by more than `hold` from `anchors`, one of four counts, 4 x `heldWeight` times. Returns the number
   * of bins in use.
   */
  count(...args: Parameters<Kernels['countColors']>): number {
    const [frame, width, height, left, top, step, weight, anchors, hold, heldWeight] = args
    for (let y = top; y < height; y += step) {
      for (let x = left; x < width; x += step) {
        const at = (y * width + x) * 4
        const pixel = this.#memory.word(frame + at)
        if (pixel >>> 24 === 0) continue
        const anchor = this.#memory.word(anchors + at)
        const isHeld = !exceeds(pixel, anchor, hold)
        if (isHeld && (((x - left) | (y - top)) & step) !== 0) continue
        const times = isHeld ? Math.trunc(heldWeight) * 4 : weight
        /** Counts a pixel the given number of times. */
        if (times > 0) this.#add(pixel, times)
      }
    }
    return this.#bins.size
  }

  /**
   * Writes out the bins in use: mean colors of 24 bits; weight and sums of channels as four f32. If there are more than
   * `most`, neighbors are merged into bins of 32 x 32 x 32. Returns their number.
   */
  pack(colors: number, masses: number, most: number): number {
    const bins = this.#bins.size > most ? this.#joined() : [...this.#bins.values()]
    for (const [place, bin] of bins.entries()) {
      const [weight = 0, red = 0, green = 0, blue = 0] = Float32Array.from(bin)
      const mean = (sum: number) => Math.fround(Math.fround(sum / weight) + 0.5)
      this.#memory.setWord(colors + place * 4, packColor([mean(red), mean(green), mean(blue)]))
      for (const [part, value] of [weight, red, green, blue].entries()) {
        this.#memory.setFloat(masses + place * 16 + part * 4, value)
      }
    }
    return bins.length
  }

  #add(pixel: number, times: number): void {
    const number = ((pixel & 0xfc) << 10) | ((pixel & 0xfc_00) >> 4) | ((pixel & 0xfc_00_00) >> 18)
    let bin = this.#bins.get(number)
    if (bin === undefined) {
      bin = new Uint32Array(4)
      this.#bins.set(number, bin)
    }
    for (const [part, value] of [1, pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255].entries()) {
      bin[part] = (bin[part] ?? 0) + value * times
    }
  }

  /** The bins merged by the upper 5 bits of each channel, summed in 32 bits in order of arrival. */
  #joined(): Mass[] {
    const joined = new Map<number, Float32Array>()
    for (const [number, bin] of this.#bins) {
      const upper = number & 0b111110_111110_111110
      const known = joined.get(upper)
      const mass = Float32Array.from(bin)
      joined.set(upper, known === undefined ? mass : mass.map((value, part) => (known[part] ?? 0) + value))
    }
    return [...joined.values()]
  }
}
