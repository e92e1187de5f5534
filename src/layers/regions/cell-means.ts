import type { Region } from './region.ts'

/**
 * The mean of each cell of a region, row by row: four numbers a cell, red, green and blue weighted by alpha, and alpha.
 * Transparent pixels have no color.
 */
export function cellMeans(frame: Uint8Array, frameWidth: number, region: Region): Float32Array {
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
