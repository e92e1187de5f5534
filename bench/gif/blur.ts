/** The weights of a Gaussian of sigma 1 at 0 to 3 pixels' distance; both sides together sum to 1. */
const weights = gaussian(1, 3)

/** Blurs planes of one size by a Gaussian of sigma 1; pixels outside equal the nearest edge. */
export class Blur {
  readonly #width: number
  readonly #height: number
  readonly #rows: Float32Array
  readonly #padded: Float32Array

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#rows = new Float32Array(width * height)
    this.#padded = new Float32Array(width + 6)
  }

  /** Writes the blurred `plane` to `blurred`, which may be the same array. */
  apply(plane: Float32Array, blurred: Float32Array): void {
    this.#blurRows(plane)
    this.#blurColumns(blurred)
  }

  #blurRows(plane: Float32Array): void {
    const [w0, w1, w2, w3] = weights
    const [width, padded, rows] = [this.#width, this.#padded, this.#rows]
    for (let start = 0; start < plane.length; start += width) {
      padded.set(plane.subarray(start, start + width), 3)
      padded.fill(plane[start]!, 0, 3)
      padded.fill(plane[start + width - 1]!, width + 3)
      for (let x = 0; x < width; x++)
        rows[start + x] =
          w0 * padded[x + 3]! +
          w1 * (padded[x + 2]! + padded[x + 4]!) +
          w2 * (padded[x + 1]! + padded[x + 5]!) +
          w3 * (padded[x]! + padded[x + 6]!)
    }
  }

  #blurColumns(blurred: Float32Array): void {
    const [w0, w1, w2, w3] = weights
    const [width, rows, last] = [this.#width, this.#rows, this.#height - 1]
    for (let y = 0; y <= last; y++) {
      const row = (distance: number) => Math.min(Math.max(y + distance, 0), last) * width
      const [a, b, c, d, e, f, g] = [row(-3), row(-2), row(-1), row(0), row(1), row(2), row(3)]
      for (let x = 0; x < width; x++)
        blurred[d + x] =
          w0 * rows[d + x]! +
          w1 * (rows[c + x]! + rows[e + x]!) +
          w2 * (rows[b + x]! + rows[f + x]!) +
          w3 * (rows[a + x]! + rows[g + x]!)
    }
  }
}

function gaussian(sigma: number, radius: 3): [number, number, number, number] {
  const at = (distance: number) => Math.exp(-(distance ** 2) / (2 * sigma ** 2))
  let sum = at(0)
  for (let distance = 1; distance <= radius; distance++) sum += 2 * at(distance)
  return [at(0) / sum, at(1) / sum, at(2) / sum, at(3) / sum]
}
