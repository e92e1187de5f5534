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
      const pixel = pixelOf(means.subarray(at, at + 4))
      for (let x = columns[column] ?? 0; x < (columns[column + 1] ?? 0); x += 1) line.set(pixel, x * 4)
    }
    for (let y = rows[row] ?? 0; y < (rows[row + 1] ?? 0); y += 1)
      frame.set(line, ((region.y + y) * frameWidth + region.x) * 4)
  }
}

/** Fills a region with a smooth surface through the means of its cells: as blurred as its cells are large. */
export function blur(frame: Uint8Array, frameWidth: number, region: Region): void {
  const means = cellMeans(frame, frameWidth, region)
  const [inX, inY] = [weightsAlong(region.columns), weightsAlong(region.rows)]
  const line = new Float32Array((region.columns.length - 1) * 4)
  for (let y = 0; y < region.height; y += 1) {
    line.fill(0)
    for (let tap = y * taps; tap < (y + 1) * taps; tap += 1) {
      const weight = inY.weights[tap] ?? 0
      const start = (inY.cells[tap] ?? 0) * line.length
      for (let at = 0; at < line.length; at += 1)
        line[at] = (line[at] ?? 0) + (means[start + at] ?? 0) * weight
    }
    blurLine(frame, ((region.y + y) * frameWidth + region.x) * 4, line, inX)
  }
}

/** Writes one row of pixels, each mixed from the cells of a line. */
function blurLine(frame: Uint8Array, start: number, line: Float32Array, { cells, weights }: Weights): void {
  let to = start
  for (let tap = 0; tap < cells.length; to += 4) {
    let [red, green, blue, alpha] = [0, 0, 0, 0]
    for (const end = tap + taps; tap < end; tap += 1) {
      const weight = weights[tap] ?? 0
      const at = (cells[tap] ?? 0) * 4
      red += (line[at] ?? 0) * weight
      green += (line[at + 1] ?? 0) * weight
      blue += (line[at + 2] ?? 0) * weight
      alpha += (line[at + 3] ?? 0) * weight
    }
    // Half is added for rounding.
    const scale = alpha === 0 ? 0 : 255 / alpha
    frame[to] = Math.min(255, red * scale + 0.5)
    frame[to + 1] = Math.min(255, green * scale + 0.5)
    frame[to + 2] = Math.min(255, blue * scale + 0.5)
    frame[to + 3] = alpha + 0.5
  }
}

/** The number of cells in each direction per pixel: a uniform cubic B-spline, which is smooth and never overshoots. */
const taps = 4

type Weights = { cells: Int32Array; weights: Float32Array }

/** Returns for each position along an axis the cells that it is mixed from, and their weights. */
function weightsAlong(edges: number[]): Weights {
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

/** Converts colors weighted by alpha, and alpha, to a pixel with straight alpha. */
function pixelOf([red = 0, green = 0, blue = 0, alpha = 0]: Float32Array): number[] {
  const scale = alpha === 0 ? 0 : 255 / alpha
  return [red * scale, green * scale, blue * scale, alpha].map((value) => Math.min(255, Math.round(value)))
}

/**
 * Returns the mean of each cell of a region, row by row: four numbers per cell, red, green and blue weighted by alpha,
 * and alpha. Transparent pixels have no color.
 */
function cellMeans(frame: Uint8Array, frameWidth: number, region: Region): Float32Array {
  const { columns, rows } = region
  const across = columns.length - 1
  const means = new Float32Array(across * (rows.length - 1) * 4)
  for (let row = 0; row + 1 < rows.length; row += 1) {
    const [top, bottom] = [rows[row] ?? 0, rows[row + 1] ?? 0]
    for (let column = 0; column < across; column += 1) {
      const [left, right] = [columns[column] ?? 0, columns[column + 1] ?? 0]
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (let y = top; y < bottom; y += 1) {
        let at = ((region.y + y) * frameWidth + region.x + left) * 4
        for (const end = at + (right - left) * 4; at < end; at += 4) {
          const weight = frame[at + 3] ?? 0
          red += (frame[at] ?? 0) * weight
          green += (frame[at + 1] ?? 0) * weight
          blue += (frame[at + 2] ?? 0) * weight
          alpha += weight
        }
      }
      const count = (right - left) * (bottom - top) * 255
      means.set(
        [red / count, green / count, blue / count, (alpha / count) * 255],
        (row * across + column) * 4,
      )
    }
  }
  return means
}
