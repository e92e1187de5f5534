/** The longest side of a thumbnail, in pixels. */
const longestSide = 64
/** The most pixels of a frame to sample along each side for one pixel of the thumbnail. */
const maxSamples = 4

export type Size = { width: number; height: number }

/** Returns the size of a frame's thumbnail: at most 64 pixels along its longer side, never larger than the frame. */
export function thumbnailSize({ width, height }: Size): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Returns the luma of an RGBA frame (8 bits, straight alpha, shown on black) with Rec. 601 weights, one byte per pixel,
 * at the size of `thumbnailSize`: each byte is the mean of the pixels sampled for it.
 */
export function makeThumbnail(rgba: Uint8Array, { width, height }: Size): Uint8Array {
  const size = thumbnailSize({ width, height })
  const thumbnail = new Uint8Array(size.width * size.height)
  const columns = samples(width, size.width)
  const rows = samples(height, size.height)
  let at = 0
  for (const ys of rows) {
    for (const xs of columns) {
      let sum = 0
      for (let y = ys.first; y < ys.end; y += ys.step) {
        const row = y * width
        for (let x = xs.first; x < xs.end; x += xs.step) {
          const pixel = (row + x) * 4
          const luma = 77 * (rgba[pixel] ?? 0) + 150 * (rgba[pixel + 1] ?? 0) + 29 * (rgba[pixel + 2] ?? 0)
          sum += luma * (rgba[pixel + 3] ?? 0)
        }
      }
      thumbnail[at] = Math.round(sum / (256 * 255 * xs.count * ys.count))
      at += 1
    }
  }
  return thumbnail
}

type Samples = { first: number; end: number; step: number; count: number }

/** Returns the range of the `from` pixels to sample for each of the `to` pixels. */
function samples(from: number, to: number): Samples[] {
  return Array.from({ length: to }, (_, index) => {
    const first = Math.floor((index * from) / to)
    const end = Math.floor(((index + 1) * from) / to)
    const step = Math.ceil((end - first) / maxSamples)
    return { first, end, step, count: Math.ceil((end - first) / step) }
  })
}
