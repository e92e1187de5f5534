import type { Size } from '../loop/luma-thumbnail.ts'

/** A frame (RGBA) of fewer pixels: each is the mean of what it covers, a part of a pixel counting as that part. */
export function downscaleFrame(rgba: Uint8Array, from: Size, to: Size): Uint8Array {
  const columns = spans(from.width, to.width)
  const rows = spans(from.height, to.height)
  const scaled = new Uint8Array(to.width * to.height * 4)
  let at = 0
  for (const row of rows) {
    for (const column of columns) {
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (let y = row.first; y < row.end; y += 1) {
        const weightY = coverage(row, y)
        for (let x = column.first; x < column.end; x += 1) {
          const weight = weightY * coverage(column, x)
          const pixel = (y * from.width + x) * 4
          red += weight * (rgba[pixel] ?? 0)
          green += weight * (rgba[pixel + 1] ?? 0)
          blue += weight * (rgba[pixel + 2] ?? 0)
          alpha += weight * (rgba[pixel + 3] ?? 0)
        }
      }
      const area = row.length * column.length
      scaled[at] = Math.round(red / area)
      scaled[at + 1] = Math.round(green / area)
      scaled[at + 2] = Math.round(blue / area)
      scaled[at + 3] = Math.round(alpha / area)
      at += 4
    }
  }
  return scaled
}

type Span = { start: number; length: number; first: number; end: number }

/** Which of `from` pixels each of `to` covers. */
function spans(from: number, to: number): Span[] {
  const length = from / to
  return Array.from({ length: to }, (_, index) => {
    const start = index * length
    return { start, length, first: Math.floor(start), end: Math.min(from, Math.ceil(start + length)) }
  })
}

/** How much of a pixel lies in a span. */
function coverage({ start, length }: Span, pixel: number): number {
  return Math.min(pixel + 1, start + length) - Math.max(pixel, start)
}
