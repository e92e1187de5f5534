import { hashedSide, hashWords, writeDctHash } from './dct-hash.ts'
import { lookWords, packLook, pictures } from './look.ts'

const cells = hashedSide * hashedSide

/** The most pictures to keep of a GIF: in a longer GIF, each is the mean of more frames. */
const maxKept = 64

/** The backdrop of transparent pixels: both black and white drawings stand out from it. */
const backdrop = 128

/**
 * Makes the look of a GIF from its frames, which it sees once. The GIF is cut into four parts of equal length; the mean
 * of the frames of each part, weighted by their durations, is hashed. Such a picture is a TIRI with constant weights:
 * Malekesmaeili, Fatourechi, Ward, "Video Copy Detection Using Temporally Informative Representative Images", ICMLA
 * 2009. It stays the same when frames are dropped or shown for different times.
 */
export class LookMaker {
  readonly #width: number
  readonly #columns: Int32Array
  readonly #rows: Int32Array
  /** Pictures of 32 x 32 means of luma, and the duration of each. */
  readonly #kept = new Float32Array(maxKept * cells)
  readonly #durations = new Float64Array(maxKept)
  #count = 0
  /** The number of frames averaged in a kept picture, and in the last one so far. */
  #framesEach = 1
  #framesInLast = 0

  /** `width` and `height` are the size of the frames. */
  constructor({ width, height }: { width: number; height: number }) {
    this.#width = width
    this.#columns = edges(width)
    this.#rows = edges(height)
  }

  /** Adds the next frame, shown for `duration` in any unit. RGBA, 8 bits, straight alpha; it is not kept. */
  add(frame: Uint8Array, duration = 1): void {
    if (this.#framesInLast === this.#framesEach || this.#count === 0) this.#beginPicture()
    const last = this.#count - 1
    const before = this.#durations[last] ?? 0
    const share = before + duration > 0 ? duration / (before + duration) : 1
    this.#durations[last] = before + duration
    this.#framesInLast += 1
    this.#mix(frame, last * cells, share)
  }

  /** Returns the look in its stored form. Throws an Error if no frame was added. */
  finish(): Uint8Array {
    if (this.#count === 0) throw new Error('no frame came')
    const durations = this.#durations.subarray(0, this.#count)
    const total = durations.reduce((sum, duration) => sum + duration, 0)
    // Frames without any duration count equally.
    const spans = total > 0 ? durations : new Float64Array(this.#count).fill(1)
    const part = (total > 0 ? total : this.#count) / pictures
    const look = new Uint32Array(lookWords)
    for (let picture = 0; picture < pictures; picture++) {
      writeDctHash(this.#mean(spans, picture * part, (picture + 1) * part), look, picture * hashWords)
    }
    return packLook(look)
  }

  #beginPicture(): void {
    if (this.#count === maxKept) {
      this.#joinPairs()
      this.#framesEach *= 2
    }
    this.#durations[this.#count] = 0
    this.#count += 1
    this.#framesInLast = 0
  }

  #joinPairs(): void {
    for (let pair = 0; pair < maxKept / 2; pair++) {
      const [first = 0, second = 0] = this.#durations.subarray(2 * pair, 2 * pair + 2)
      const share = first + second > 0 ? second / (first + second) : 0.5
      for (let cell = 0; cell < cells; cell++) {
        const one = this.#kept[2 * pair * cells + cell] ?? 0
        const other = this.#kept[(2 * pair + 1) * cells + cell] ?? 0
        this.#kept[pair * cells + cell] = one + (other - one) * share
      }
      this.#durations[pair] = first + second
    }
    this.#count = maxKept / 2
  }

  /** Mixes the frame into the picture at `at`; its means of luma are taken over the pixels of each cell. */
  #mix(frame: Uint8Array, at: number, share: number): void {
    const [columns, rows, kept] = [this.#columns, this.#rows, this.#kept]
    for (let row = 0; row < hashedSide; row++) {
      const [top, bottom] = [rows[2 * row] ?? 0, rows[2 * row + 1] ?? 0]
      for (let column = 0; column < hashedSide; column++) {
        const [left, right] = [columns[2 * column] ?? 0, columns[2 * column + 1] ?? 0]
        const luma = this.#meanLuma(frame, left, right, top, bottom)
        const cell = at + row * hashedSide + column
        kept[cell] = (kept[cell] ?? 0) * (1 - share) + luma * share
      }
    }
  }

  #meanLuma(frame: Uint8Array, left: number, right: number, top: number, bottom: number): number {
    let sum = 0
    for (let y = top; y < bottom; y++) {
      const end = (y * this.#width + right) * 4
      for (let at = (y * this.#width + left) * 4; at < end; at += 4) {
        const alpha = frame[at + 3] ?? 0
        // Luma of BT.601 in 256ths.
        const luma = 77 * (frame[at] ?? 0) + 150 * (frame[at + 1] ?? 0) + 29 * (frame[at + 2] ?? 0)
        sum += alpha === 255 ? luma : (luma * alpha + backdrop * 256 * (255 - alpha)) / 255
      }
    }
    return sum / 256 / ((right - left) * (bottom - top))
  }

  /** Returns the mean picture between two times. */
  #mean(spans: Float64Array, from: number, to: number): Float64Array {
    const mean = new Float64Array(cells)
    let start = 0
    for (const [index, span] of spans.entries()) {
      const weight = (Math.min(to, start + span) - Math.max(from, start)) / (to - from)
      start += span
      if (weight <= 0) continue
      for (let cell = 0; cell < cells; cell++)
        mean[cell] = (mean[cell] ?? 0) + (this.#kept[index * cells + cell] ?? 0) * weight
    }
    return mean
  }
}

/**
 * Returns the first pixel of each of 32 parts of a side, and the one after its last, alternating. Parts of a short side
 * share pixels.
 */
function edges(side: number): Int32Array {
  return Int32Array.from({ length: 2 * hashedSide }, (_, at) => {
    const part = at >> 1
    const first = Math.floor((part * side) / hashedSide)
    return at % 2 === 0 ? first : Math.max(first + 1, Math.floor(((part + 1) * side) / hashedSide))
  })
}
