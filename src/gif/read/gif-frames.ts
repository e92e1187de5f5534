import { GifError } from './gif-error.ts'
import { joinBlocks, LzwDecoder, type LzwEnd } from './lzw-decoder.ts'
import type { GifFrame, ParsedGif } from './parse-gif.ts'

/** A frame whose image data are decoded. */
export type DecodedFrame = {
  frame: GifFrame
  /** Colour indices, row by row from the top; an interlaced frame is put in order. */
  indices: Uint8Array
  /** The same in the order of the data. */
  stored: Uint8Array
  /** The LZW codes: the sub-blocks joined. */
  data: Uint8Array
  end: LzwEnd
}

/**
 * Decodes the frames of a GIF one after the other, each in buffers of its own. Throws GifError damaged where one has
 * codes without a meaning or fewer pixels than its box: what decoders show there differs.
 */
export function* decodeFrames(bytes: Uint8Array, { frames }: ParsedGif): Generator<DecodedFrame> {
  const decoder = new LzwDecoder()
  for (const [index, frame] of frames.entries()) yield decodeFrame(bytes, frame, index + 1, decoder)
}

/** Decodes one frame, as `decodeFrames` does; `number` is its number in errors, counted from 1. */
export function decodeFrame(
  bytes: Uint8Array,
  frame: GifFrame,
  number: number,
  decoder: LzwDecoder,
): DecodedFrame {
  const { width, height, isInterlaced, minCodeSize, dataStart } = frame
  const data = joinBlocks(bytes, dataStart)
  const stored = new Uint8Array(width * height)
  const end = decoder.decode(data, minCodeSize, stored)
  if (end.pixels < stored.length) throw new GifError('damaged', `frame ${number} is not whole`)
  const indices = isInterlaced ? deinterlace(stored, width, height) : stored
  return { frame, indices, stored, data, end }
}

/** The passes of an interlaced frame: the first row of each, and the step to the next (GIF89a, appendix E). */
const passes = [
  { first: 0, step: 8 },
  { first: 4, step: 8 },
  { first: 2, step: 4 },
  { first: 1, step: 2 },
]

/** The rows of an interlaced frame from the top to the bottom; `pixels` has `width` times `height`. */
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

/** The count of colours that a frame has: those of its own table, or else of the global one. */
export function colourCount({ localColours }: GifFrame, { globalColours }: ParsedGif): number {
  return ((localColours ?? globalColours)?.length ?? 0) / 3
}

/**
 * For how long a frame is shown, in milliseconds. As browsers do it, a delay of 0 or 1 hundredth of a second, which
 * encoders write where they mean "as fast as it goes", is shown for 100 ms.
 */
export function delayMs({ delayCentiseconds }: GifFrame): number {
  return delayCentiseconds <= 1 ? 100 : delayCentiseconds * 10
}
