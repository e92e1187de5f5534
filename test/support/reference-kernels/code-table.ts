import { CodeStream } from './code-stream.ts'

/** In the place of a code: the first code. */
export const noString = -1

const maxCodes = 4096
/** A full table is examined each time it has served for this many more codes. */
const checkInterval = 256
/** It is kept while its codes cost at most this part of the bits per pixel that were spent while it grew. */
const maxCostRatio = Math.fround(0.95)

/** The strings of LZW known so far, and the stream that receives their codes. */
export class CodeTable {
  readonly stream = new CodeStream()
  readonly #clearCode: number
  readonly #codes = new Map<number, number>()
  #next = 0
  #bits: number
  /** The start of the table, in bytes written and pixels coded; and the cost of a pixel until it was full, in bits. */
  #beganBytes = 0
  #beganPixels = 0
  #fillCost = 0
  /** The number of codes until the full table is examined, and the pixels coded at the last examination. */
  #untilCheck = 1
  #checkedPixels: number | undefined

  /** For indices of the given number of bits. */
  constructor(indexBits: number) {
    this.#clearCode = 1 << indexBits
    this.#bits = indexBits + 1
    this.#begin(0)
  }

  /** The code of a string extended by an index; undefined if the table has none. */
  get(code: number, index: number): number | undefined {
    return this.#codes.get(keyOf(code, index))
  }

  /** Writes the code of a string, which is extended by `index` from now on. `pixels` were coded before. */
  endString(code: number, index: number, pixels: number): void {
    this.stream.put(code, this.#bits)
    if (this.#next < maxCodes) {
      this.#codes.set(keyOf(code, index), this.#next)
      this.#widen()
      this.#next++
      return
    }
    this.#untilCheck--
    /** Begins an empty table; `pixels` were coded before. */
    if (this.#untilCheck === 0 && this.#isWorn(pixels)) this.#begin(pixels)
  }

  /** Writes the last code. */
  finish(code: number): void {
    this.stream.put(code, this.#bits)
    if (this.#next < maxCodes) this.#widen()
    this.stream.put(this.#clearCode + 1, this.#bits)
  }

  /** A reader learns of a code one step after it is made. */
  #widen(): void {
    if (this.#next === 1 << this.#bits) this.#bits++
  }

  #begin(pixels: number): void {
    this.stream.put(this.#clearCode, this.#bits)
    this.#codes.clear()
    // Every index is a string of its own.
    for (let index = 0; index < this.#clearCode; index++) this.#codes.set(keyOf(noString, index), index)
    this.#next = this.#clearCode + 2
    this.#bits = Math.log2(this.#clearCode) + 1
    this.#beganBytes = this.stream.wholeBytes
    this.#beganPixels = pixels
    this.#untilCheck = 1
    this.#checkedPixels = undefined
  }

  /**
   * Returns true if a full table has become worse than a new one would be: each cost is in bits per pixel, of 32 bits.
   */
  #isWorn(pixels: number): boolean {
    const looked = this.#checkedPixels
    this.#untilCheck = checkInterval
    this.#checkedPixels = pixels
    if (looked === undefined) {
      const bits = Math.fround((this.stream.wholeBytes - this.#beganBytes) * 8)
      this.#fillCost = Math.fround(bits / Math.fround(pixels - this.#beganPixels))
      return false
    }
    const cost = Math.fround((checkInterval * this.#bits) / Math.fround(pixels - looked))
    return cost > Math.fround(this.#fillCost * maxCostRatio)
  }
}

/** One number for a string: the code of all but its last index, and that index. */
function keyOf(code: number, index: number): number {
  return code * 256 + index
}
