import { type Filter, scaleFilter, type ScaleKernel } from './filter.ts'

type Size = { width: number; height: number }

/** Any number of taps will do. */
const anyTaps = 1
const channels = 4

/**
 * Scales pixels with alpha (RGBA, 8 bits, straight alpha) from one size to another. Colors are weighted by alpha, so
 * that invisible pixels do not bleed into the edges. Everything is rounded once, at the end: the weighted levels of
 * nearly transparent pixels would have few steps left in 8 bits.
 */
export class AlphaScaler {
  readonly #from: Size
  readonly #to: Size
  readonly #across: Filter
  readonly #down: Filter
  readonly #row: Float32Array
  readonly #columns: Float32Array

  constructor(from: Size, to: Size, kernel: ScaleKernel) {
    this.#from = from
    this.#to = to
    this.#across = scaleFilter(from.width, to.width, kernel, anyTaps)
    this.#down = scaleFilter(from.height, to.height, kernel, anyTaps)
    this.#row = new Float32Array(from.width * channels)
    this.#columns = new Float32Array(to.width * from.height * channels)
  }

  /** Scales an area, with rows `stride` bytes apart and its upper left corner at `offset`; returns a new array. */
  scale(pixels: Uint8Array, offset: number, stride: number): Uint8Array<ArrayBuffer> {
    for (let y = 0; y < this.#from.height; y += 1) {
      this.#weightRow(pixels, offset + y * stride)
      this.#scaleRow(y * this.#to.width * channels)
    }
    return this.#scaleColumns()
  }

  #weightRow(pixels: Uint8Array, from: number): void {
    const row = this.#row
    for (let at = 0; at < row.length; at += channels) {
      const alpha = pixels[from + at + 3] ?? 0
      for (let channel = 0; channel < 3; channel += 1)
        row[at + channel] = (pixels[from + at + channel] ?? 0) * alpha
      row[at + 3] = alpha
    }
  }

  #scaleRow(to: number): void {
    const { spans, weights, taps } = this.#across
    const [row, columns] = [this.#row, this.#columns]
    for (let x = 0; x < this.#to.width; x += 1) {
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      let from = (spans[x] ?? 0) * channels
      for (let tap = x * taps; tap < (x + 1) * taps; tap += 1, from += channels) {
        const weight = weights[tap] ?? 0
        if (weight === 0) continue
        red += (row[from] ?? 0) * weight
        green += (row[from + 1] ?? 0) * weight
        blue += (row[from + 2] ?? 0) * weight
        alpha += (row[from + 3] ?? 0) * weight
      }
      const at = to + x * channels
      columns[at] = red
      columns[at + 1] = green
      columns[at + 2] = blue
      columns[at + 3] = alpha
    }
  }

  #scaleColumns(): Uint8Array<ArrayBuffer> {
    const { spans, weights, taps } = this.#down
    const [rowLength, columns] = [this.#to.width * channels, this.#columns]
    const frame = new Uint8ClampedArray(rowLength * this.#to.height)
    const sums = new Float64Array(rowLength)
    for (let y = 0; y < this.#to.height; y += 1) {
      sums.fill(0)
      for (let tap = 0; tap < taps; tap += 1) {
        const weight = weights[y * taps + tap] ?? 0
        if (weight === 0) continue
        const from = ((spans[y] ?? 0) + tap) * rowLength
        for (let at = 0; at < rowLength; at += 1)
          sums[at] = (sums[at] ?? 0) + (columns[from + at] ?? 0) * weight
      }
      writeRow(sums, frame, y * rowLength)
    }
    return new Uint8Array(frame.buffer)
  }
}

/** Both filters have weights in 16,384ths. */
const whole = 16_384 ** 2

/** Divides colors by alpha; the array rounds to the nearest and clamps. */
function writeRow(sums: Float64Array, frame: Uint8ClampedArray, to: number): void {
  for (let at = 0; at < sums.length; at += channels) {
    const alpha = sums[at + 3] ?? 0
    frame[to + at + 3] = alpha / whole
    if (alpha <= 0) continue
    for (let channel = at; channel < at + 3; channel += 1) frame[to + channel] = (sums[channel] ?? 0) / alpha
  }
}
