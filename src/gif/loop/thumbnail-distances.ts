import type { Size } from './luma-thumbnail.ts'

/** A sketch is made of at most this many cells along each side. */
const cellsAlong = 8

/**
 * The thumbnails of a clip's frames. The distance between two is the mean square of the differences of their pixels, in
 * levels from 0 to 255.
 */
export class ThumbnailDistances {
  readonly #pixels: Uint8Array[] = []
  readonly #cellOf: Uint8Array
  /** The square root of the share of the picture that each cell covers. */
  readonly #weights: Float64Array
  readonly #cells: number
  #sketches: Float64Array

  constructor({ width, height }: Size) {
    const across = Math.min(cellsAlong, width)
    const down = Math.min(cellsAlong, height)
    this.#cells = across * down
    this.#cellOf = Uint8Array.from({ length: width * height }, (_, pixel) => {
      const x = Math.floor(((pixel % width) * across) / width)
      const y = Math.floor((Math.floor(pixel / width) * down) / height)
      return y * across + x
    })
    const areas = new Float64Array(this.#cells)
    for (const cell of this.#cellOf) areas[cell] = (areas[cell] ?? 0) + 1
    this.#weights = areas.map((area) => Math.sqrt(area / this.#cellOf.length))
    this.#sketches = new Float64Array(this.#cells * 64)
  }

  get count(): number {
    return this.#pixels.length
  }

  /** Takes a copy of the next frame's thumbnail. */
  add(thumbnail: Uint8Array): void {
    if (thumbnail.length !== this.#cellOf.length) throw new RangeError('a thumbnail of another size')
    const start = this.count * this.#cells
    if (start === this.#sketches.length) {
      const larger = new Float64Array(start * 2)
      larger.set(this.#sketches)
      this.#sketches = larger
    }
    const sketch = this.#sketches.subarray(start, start + this.#cells)
    const scale = 1 / this.#cellOf.length
    for (let pixel = 0; pixel < thumbnail.length; pixel += 1) {
      const cell = this.#cellOf[pixel] ?? 0
      sketch[cell] = (sketch[cell] ?? 0) + (thumbnail[pixel] ?? 0) * scale
    }
    // A cell's mean times the root of its share, so that the squares of the differences add up.
    for (let cell = 0; cell < sketch.length; cell += 1)
      sketch[cell] = (sketch[cell] ?? 0) / (this.#weights[cell] ?? 1)
    this.#pixels.push(thumbnail.slice())
  }

  /** Returns the mean square of the differences of two frames. Throws RangeError if a frame does not exist. */
  distance(one: number, other: number): number {
    const a = this.#pixels[one]
    const b = this.#pixels[other]
    if (a === undefined || b === undefined) throw new RangeError('no such frame')
    let sum = 0
    for (let pixel = 0; pixel < a.length; pixel += 1) {
      const difference = (a[pixel] ?? 0) - (b[pixel] ?? 0)
      sum += difference * difference
    }
    return sum / a.length
  }

  /** Returns a quick estimate of `distance`, never above it: the distance of the means of 64 cells. */
  leastDistance(one: number, other: number): number {
    const sketches = this.#sketches
    let a = one * this.#cells
    let b = other * this.#cells
    let sum = 0
    for (const end = a + this.#cells; a < end; a += 1, b += 1) {
      const difference = (sketches[a] ?? 0) - (sketches[b] ?? 0)
      sum += difference * difference
    }
    return sum
  }
}
