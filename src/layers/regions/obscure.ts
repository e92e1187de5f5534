import { cellMeans } from './cell-means.ts'
import type { Region } from './region.ts'

/** Fills each cell of a region with its mean. */
export function pixelate(frame: Uint8Array, frameWidth: number, region: Region): void {
  const means = cellMeans(frame, frameWidth, region)
  const { columns, rows } = region
  const across = columns.length - 1
  const line = new Uint8Array(region.width * 4)
  for (let row = 0; row + 1 < rows.length; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const at = (row * across + column) * 4
      const pixel = [0, 0, 0, 0]
      writePixel(pixel, 0, means, at)
      for (let x = columns[column] ?? 0; x < (columns[column + 1] ?? 0); x += 1) line.set(pixel, x * 4)
    }
    for (let y = rows[row] ?? 0; y < (rows[row + 1] ?? 0); y += 1)
      frame.set(line, ((region.y + y) * frameWidth + region.x) * 4)
  }
}

/** Fills a region with a smooth surface through the means of its cells: as blurred as its cells are large. */
export function blur(frame: Uint8Array, frameWidth: number, region: Region): void {
  const means = cellMeans(frame, frameWidth, region)
  const across = region.columns.length - 1
  const [inX, inY] = [weightsAlong(region.columns), weightsAlong(region.rows)]
  const line = new Float32Array(across * 4)
  for (let y = 0; y < region.height; y += 1) {
    line.fill(0)
    for (let tap = 0; tap < taps; tap += 1) {
      const weight = inY.weights[y * taps + tap] ?? 0
      const start = (inY.cells[y * taps + tap] ?? 0) * line.length
      for (let at = 0; at < line.length; at += 1)
        line[at] = (line[at] ?? 0) + (means[start + at] ?? 0) * weight
    }
    let to = ((region.y + y) * frameWidth + region.x) * 4
    const sum = new Float32Array(4)
    for (let x = 0; x < region.width; x += 1, to += 4) {
      sum.fill(0)
      for (let tap = 0; tap < taps; tap += 1) {
        const weight = inX.weights[x * taps + tap] ?? 0
        const at = (inX.cells[x * taps + tap] ?? 0) * 4
        sum[0] = (sum[0] ?? 0) + (line[at] ?? 0) * weight
        sum[1] = (sum[1] ?? 0) + (line[at + 1] ?? 0) * weight
        sum[2] = (sum[2] ?? 0) + (line[at + 2] ?? 0) * weight
        sum[3] = (sum[3] ?? 0) + (line[at + 3] ?? 0) * weight
      }
      writePixel(frame, to, sum, 0)
    }
  }
}

/** A pixel is made of so many cells in each direction: a uniform cubic B-spline, which is smooth and never overshoots. */
const taps = 4

/** For each position along an axis, the cells that it is made of, and their weights. */
function weightsAlong(edges: number[]): { cells: Int32Array; weights: Float32Array } {
  const count = edges.length - 1
  const length = edges.at(-1) ?? 0
  const cells = new Int32Array(length * taps)
  const weights = new Float32Array(length * taps)
  for (let position = 0; position < length; position += 1) {
    const place = ((position + 0.5) * count) / length - 0.5
    const base = Math.floor(place)
    const part = place - base
    const rest = 1 - part
    weights.set(
      [rest ** 3, 4 - 6 * part ** 2 + 3 * part ** 3, 4 - 6 * rest ** 2 + 3 * rest ** 3, part ** 3].map(
        (weight) => weight / 6,
      ),
      position * taps,
    )
    for (let tap = 0; tap < taps; tap += 1)
      cells[position * taps + tap] = Math.min(count - 1, Math.max(0, base - 1 + tap))
  }
  return { cells, weights }
}

/** Colours weighted by alpha, and alpha, as a pixel with straight alpha. */
function writePixel(pixels: Uint8Array | number[], to: number, weighted: Float32Array, at: number): void {
  const alpha = weighted[at + 3] ?? 0
  const scale = alpha === 0 ? 0 : 255 / alpha
  for (let channel = 0; channel < 3; channel += 1)
    pixels[to + channel] = Math.min(255, Math.round((weighted[at + channel] ?? 0) * scale))
  pixels[to + 3] = Math.round(alpha)
}
