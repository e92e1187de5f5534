const c1 = (0.01 * 255) ** 2
const c2 = (0.03 * 255) ** 2
const window = 8
const step = 4
const samples = window ** 2

/** Structural similarity of two planes of values 0 to 255, in windows of 8 x 8 at every 4th pixel. */
export class Ssim {
  readonly #width: number
  readonly #across: number
  readonly #down: number
  /** For each block of 4 x 4: the sums of a, b, a² + b² and ab. A window is four blocks. */
  readonly #sums: Float64Array

  /** Both sides must have at least 8 pixels. */
  constructor(width: number, height: number) {
    this.#width = width
    this.#across = Math.floor(width / step)
    this.#down = Math.floor(height / step)
    this.#sums = new Float64Array(this.#across * this.#down * 4)
  }

  /** The mean over all windows; 1 if the planes are equal. */
  of(a: Float32Array, b: Float32Array): number {
    this.#sumBlocks(a, b)
    const [sums, across, down] = [this.#sums, this.#across, this.#down]
    const below = across * 4
    let total = 0
    for (let y = 0; y < down - 1; y++)
      for (let x = 0; x < across - 1; x++) {
        const at = (y * across + x) * 4
        const sum = (index: number) =>
          sums[at + index]! +
          sums[at + index + 4]! +
          sums[at + below + index]! +
          sums[at + below + index + 4]!
        const meanA = sum(0) / samples
        const meanB = sum(1) / samples
        const squares = meanA * meanA + meanB * meanB
        const variances = sum(2) / samples - squares
        const covariance = sum(3) / samples - meanA * meanB
        total += ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((squares + c1) * (variances + c2))
      }
    return total / ((across - 1) * (down - 1))
  }

  #sumBlocks(a: Float32Array, b: Float32Array): void {
    const [width, across, down, sums] = [this.#width, this.#across, this.#down, this.#sums]
    let block = 0
    for (let by = 0; by < down; by++)
      for (let bx = 0; bx < across; bx++) {
        let sumA = 0
        let sumB = 0
        let squares = 0
        let products = 0
        for (let y = 0; y < step; y++) {
          const start = (by * step + y) * width + bx * step
          for (let at = start; at < start + step; at++) {
            const [valueA, valueB] = [a[at]!, b[at]!]
            sumA += valueA
            sumB += valueB
            squares += valueA * valueA + valueB * valueB
            products += valueA * valueB
          }
        }
        sums[block++] = sumA
        sums[block++] = sumB
        sums[block++] = squares
        sums[block++] = products
      }
  }
}
