import { encodeFrameRange, type Frames } from '../encode/encode-frames.ts'
import type { EncoderSettings } from '../encode/encoder-settings.ts'
import type { Size } from '../loop/luma-thumbnail.ts'
import { SizeLimitError, type SmallerFrames } from './size-limit-error.ts'

/** The bytes of the image data grow with this power of the pixel count: small pictures have more detail per pixel. */
const defaultPower = 0.85
const maxPower = 1.25
/** The bytes also grow with this power of the frame count: between fewer frames, motion goes further. */
const framePower = 0.7
/** The bytes of a frame besides its image data: its header and color table. */
const headBytes = 800
/** The number of frames encoded to measure the share of the bytes that does not depend on the picture's size. */
const measuredFrames = 8
const maxFixedShare = 0.95
/** The least factor by which the file is made smaller: a smaller reduction is not worth another encode. */
const minReduction = 1.25
/** The share of the limit that smaller frames aim at. */
const aim = 0.97
/** The smallest scale of one step: predictions for smaller ones are unreliable. */
const minScale = 0.25
/** The scale of a step if no size is predicted to fit. */
const blindScale = 0.5
/** Pictures are made narrower down to this width before frames are dropped, and down to `minSide` after that. */
const usefulWidth = 200
const minSide = 16
/** The lowest frame rate, and the fewest frames, that remain. */
const minFramesPerSecond = 5
const minFrames = 4

export type { SmallerFrames }

/** The size of frames that did not fit, and the approximate bytes of their GIF at a medium level. */
export type TriedSize = { width: number; height: number; bytes: number }

/**
 * Returns how to shrink frames, which take `bytes` with the given settings, for a file of at most `maxBytes`. Throws
 * SizeLimitError if the frames would become too small.
 */
export function chooseSmallerFrames(
  frames: Frames,
  { settings, bytes, maxBytes }: { settings: EncoderSettings; bytes: number; maxBytes: number },
): SmallerFrames {
  const { width, height, count, durationMs } = frames
  const left = Math.min((maxBytes * aim) / bytes, 1 / minReduction)
  const heads = (headBytes * count) / bytes
  const { fixed, power } = measure(frames, left ** (1 / defaultPower / 2), settings, heads)
  const scaleFor = (keepEvery: number) => {
    const drawn = (left - fixed / keepEvery) / (1 - fixed) / keepEvery ** -framePower
    return drawn > 0 ? Math.min(1, Math.max(minScale, drawn ** (1 / power / 2))) : 0
  }
  const most = Math.max(1, Math.floor(Math.min(1000 / minFramesPerSecond / durationMs, count / minFrames)))
  let keepEvery = 1
  while (keepEvery < most && width * scaleFor(keepEvery) < Math.min(width, usefulWidth)) keepEvery += 1
  const scale = scaleFor(keepEvery) || blindScale
  const shrunk = { width: Math.floor(width * scale), height: Math.floor(height * scale) }
  const least = Math.min(minSide, width, height)
  if (shrunk.width < least || shrunk.height < least) throw doesNotFit({ width, height, bytes }, maxBytes)
  return { ...shrunk, keepEvery }
}

/** Measures the share of the bytes that smaller pictures do not save, and the exponent by which the rest shrinks. */
function measure(
  frames: Frames,
  scale: number,
  settings: EncoderSettings,
  heads: number,
): { fixed: number; power: number } {
  const { width, height, count, durationMs, frameAt } = frames
  const measured = Math.min(count, measuredFrames)
  const first = Math.floor((count - measured) / 2)
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const bytesOf = (size: Size, frameAt: (index: number) => Uint8Array) => {
    const part = { ...size, count, durationMs, frameAt }
    const run = { first, end: first + measured, loops: 0, settings }
    const bytes = encodeFrameRange(part, { ...run, write: () => undefined, onFrame: () => true }) ?? []
    return bytes.reduce((sum, bytes) => sum + bytes, 0)
  }
  const pixels = (size.width * size.height) / (width * height)
  if (pixels === 1) return { fixed: Math.min(maxFixedShare, heads), power: defaultPower }
  const shrunk = bytesOf(size, (index) => downscaleFrame(frameAt(index), { width, height }, size))
  const bytes = shrunk / bytesOf({ width, height }, frameAt)
  const drawn = pixels ** defaultPower
  const fixed = heads + Math.max(0, (bytes - drawn) / (1 - drawn))
  const power = Math.min(maxPower, Math.log(Math.min(bytes, drawn)) / Math.log(pixels))
  return { fixed: Math.min(maxFixedShare, fixed), power }
}

/** Returns the error for frames that cannot be made smaller although their GIF is too large. */
export function doesNotFit({ width, height, bytes }: TriedSize, maxBytes: number): SizeLimitError {
  const about = Math.round(Number(bytes.toPrecision(2)))
  return new SizeLimitError(
    `The GIF does not fit into ${maxBytes} bytes: even of ${width} x ${height} pixels it takes about ${about}. Allow it more, or take a shorter clip or fewer frames.`,
  )
}

/** Scales a frame (RGBA) down by area averaging. */
function downscaleFrame(rgba: Uint8Array, from: Size, to: Size): Uint8Array {
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

/** Returns the range of `from` pixels that each of the `to` pixels covers. */
function spans(from: number, to: number): Span[] {
  const length = from / to
  return Array.from({ length: to }, (_, index) => {
    const start = index * length
    return { start, length, first: Math.floor(start), end: Math.min(from, Math.ceil(start + length)) }
  })
}

/** Returns the share of a pixel that is within a span. */
function coverage({ start, length }: Span, pixel: number): number {
  return Math.min(pixel + 1, start + length) - Math.max(pixel, start)
}
