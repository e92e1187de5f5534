import type { Bitmap } from './bitmap.ts'

/** Blends a bitmap, which must be entirely within the frame, over the frame (RGBA, straight alpha). */
export function layOver(frame: Uint8Array, frameWidth: number, bitmap: Bitmap): void {
  const { x, y, width, height, pixels } = bitmap
  for (let row = 0; row < height; row += 1) {
    let to = ((y + row) * frameWidth + x) * 4
    let from = row * width * 4
    for (const end = from + width * 4; from < end; from += 4, to += 4) {
      const alpha = pixels[from + 3] ?? 0
      if (alpha === 0) continue
      if (alpha === 255) {
        frame[to] = pixels[from] ?? 0
        frame[to + 1] = pixels[from + 1] ?? 0
        frame[to + 2] = pixels[from + 2] ?? 0
        frame[to + 3] = 255
      } else if (frame[to + 3] === 255) {
        const below = 255 - alpha
        frame[to] = divide255((pixels[from] ?? 0) * alpha + (frame[to] ?? 0) * below)
        frame[to + 1] = divide255((pixels[from + 1] ?? 0) * alpha + (frame[to + 1] ?? 0) * below)
        frame[to + 2] = divide255((pixels[from + 2] ?? 0) * alpha + (frame[to + 2] ?? 0) * below)
      } else layOverTransparent(frame, to, pixels, from)
    }
  }
}

/** Divides a number up to 255² by 255, rounded. */
function divide255(value: number): number {
  return (value + 128 + ((value + 128) >> 8)) >> 8
}

/** Blends one pixel over a transparent or partly transparent one. */
function layOverTransparent(frame: Uint8Array, to: number, pixels: Uint8Array, from: number): void {
  const above = (pixels[from + 3] ?? 0) * 255
  const below = (frame[to + 3] ?? 0) * (255 - (pixels[from + 3] ?? 0))
  const sum = above + below
  for (let channel = 0; channel < 3; channel += 1) {
    const value = (pixels[from + channel] ?? 0) * above + (frame[to + channel] ?? 0) * below
    frame[to + channel] = Math.round(value / sum)
  }
  frame[to + 3] = Math.round(sum / 255)
}
