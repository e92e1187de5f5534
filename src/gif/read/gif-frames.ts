import { GifError } from './gif-error.ts'
import { joinBlocks, LzwDecoder, type LzwEnd } from './lzw-decoder.ts'
import { type GifFrame, isOnScreen, type ParsedGif } from './parse-gif.ts'
import { type DecodedFrame, emptyFrame, fillMissing, repairFrame } from './repair-frame.ts'

/**
 * Decodes the frames of a GIF in order, each into its own buffers. Throws GifError damaged if the bytes end within the
 * first one, or nothing of the only one can be decoded.
 */
export function* decodeFrames(bytes: Uint8Array, gif: ParsedGif): Generator<DecodedFrame> {
  const decoder = new LzwDecoder()
  for (const index of gif.frames.keys()) yield decodeFrame(bytes, gif, index, decoder)
}

/** Decodes the frame at an index, as `decodeFrames` does. Throws RangeError if it does not exist. */
export function decodeFrame(
  bytes: Uint8Array,
  gif: ParsedGif,
  index: number,
  decoder: LzwDecoder,
): DecodedFrame {
  const written = gif.frames[index]
  if (written === undefined) throw new RangeError(`there is no frame ${index}`)
  if (!isOnScreen(written, gif)) return emptyFrame(written, gif)
  const data = joinBlocks(bytes, written.dataStart)
  const all = new Uint8Array(written.width * written.height)
  const end = decoder.decode(data, written.minCodeSize, all)
  if (index === 0) checkFirst(gif, end, all.length)
  const isWhole = end.pixels === all.length
  const { frame, stored } = isWhole ? { frame: written, stored: all } : fillMissing(written, all, end.pixels)
  if (stored.length === 0) return emptyFrame(written, gif)
  const indices = frame.isInterlaced ? deinterlace(stored, frame.width, frame.height) : stored
  const decoded = { frame, indices, stored, data, end: { ...end, isClean: end.isClean && isWhole } }
  return repairFrame(decoded, gif, index === 0)
}

/** Throws GifError damaged if the first frame is cut off, or nothing of the only frame can be decoded. */
function checkFirst({ frames }: ParsedGif, { pixels }: LzwEnd, most: number): void {
  if (frames[0]?.isCutOff === true && pixels < most)
    throw new GifError('damaged', 'it ends within its first frame')
  if (frames.length === 1 && pixels === 0) throw new GifError('damaged', 'no pixel of it can be decoded')
}

/** The passes of an interlaced frame: the first row of each, and the step to the next (GIF89a, appendix E). */
const passes = [
  { first: 0, step: 8 },
  { first: 4, step: 8 },
  { first: 2, step: 4 },
  { first: 1, step: 2 },
]

/** Returns the rows of an interlaced frame from top to bottom; `pixels` has `width` times `height` of them. */
function deinterlace(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(pixels.length)
  let at = 0
  for (const { first, step } of passes) {
    for (let y = first; y < height; y += step, at += width) {
      rows.set(pixels.subarray(at, at + width), y * width)
    }
  }
  return rows
}

/**
 * Returns the time a frame is shown, in milliseconds. As in browsers, a delay of 0 or 1 hundredths of a second, which
 * encoders write for "as fast as possible", is shown for 100 ms.
 */
export function delayMs({ delayCentiseconds }: GifFrame): number {
  return delayCentiseconds <= 1 ? 100 : delayCentiseconds * 10
}
