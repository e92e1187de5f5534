import { isLegalCodeSize, type LzwEnd } from './lzw-decoder.ts'
import type { GifFrame, ParsedGif } from './parse-gif.ts'

/** Disposal methods (GIF89a, section 23). */
const [keep, toBackground] = [1, 2]

const twoBlacks = new Uint8Array(6)

/** Returns a replacement for a frame without a pixel on the screen: it paints nothing, and lasts as long. */
export function emptyFrame(frame: GifFrame, { globalColors }: Pick<ParsedGif, 'globalColors'>): DecodedFrame {
  const indices = new Uint8Array(1)
  return encodedAgain({
    frame: {
      ...frame,
      ...{ left: 0, top: 0, width: 1, height: 1, isInterlaced: false },
      ...{ disposal: keep, transparentIndex: 0, hasControl: true },
      localColors: globalColors === null ? twoBlacks : null,
    },
    indices,
  })
}

/**
 * Returns the rest of a frame of which only the first `pixels`, in the order of the data, could be decoded. It does not
 * paint the others, and ends with the row that they begin in, unless the whole box is cleared later or its rows are
 * interlaced. If all 256 indices are taken, leaving none for these pixels, it ends with its last whole row.
 */
export function fillMissing(
  frame: GifFrame,
  stored: Uint8Array,
  pixels: number,
): { frame: GifFrame; stored: Uint8Array } {
  const { width, isInterlaced, disposal } = frame
  const transparentIndex = frame.transparentIndex ?? unusedIndex(stored.subarray(0, pixels))
  if (transparentIndex === null) {
    // In an interlaced frame, the rows below the first one come later in the data.
    const rows = Math.floor(pixels / width)
    return firstRows({ ...frame, isInterlaced: false }, stored, isInterlaced ? Math.min(1, rows) : rows)
  }
  stored.fill(transparentIndex, pixels)
  const minCodeSize = Math.max(frame.minCodeSize, bitsOf(transparentIndex))
  const filled = { ...frame, transparentIndex, minCodeSize, hasControl: true }
  if (isInterlaced || disposal === toBackground) return { frame: filled, stored }
  return firstRows(filled, stored, Math.ceil(pixels / width))
}

function firstRows(frame: GifFrame, stored: Uint8Array, height: number) {
  return { frame: { ...frame, height }, stored: stored.subarray(0, frame.width * height) }
}

/**
 * Returns a decoded frame as every decoder shows it: within the screen, with a color for each index, a legal least code
 * size, and a transparent index where some decoders would otherwise show the background color. Pixels that have a color
 * stay the same. Returns the same object if nothing has to change.
 */
export function repairFrame(decoded: DecodedFrame, gif: ParsedGif, isFirst: boolean): DecodedFrame {
  const clipped = clip(decoded, gif)
  const { indices } = clipped
  let { frame } = clipped
  const colors = frame.localColors ?? gif.globalColors
  const localColors = extendTable(frame, indices, colors)
  if (localColors !== null) frame = { ...frame, localColors }
  if (frame.transparentIndex === null && showsGround(frame, gif, isFirst)) {
    const transparentIndex = unusedIndex(indices)
    if (transparentIndex !== null) frame = { ...frame, transparentIndex, hasControl: true }
  }
  if (!isLegalCodeSize(frame.minCodeSize)) return encodedAgain({ frame, indices })
  return frame === clipped.frame ? clipped : { ...clipped, frame }
}

/** Marks a frame's codes to be encoded again. */
function encodedAgain({ frame, indices }: { frame: GifFrame; indices: Uint8Array }): DecodedFrame {
  return {
    frame: { ...frame, isInterlaced: false, minCodeSize: codeSizeOf(indices) },
    indices,
    stored: indices,
    data: new Uint8Array(),
    end: { pixels: indices.length, isClean: false, bits: 0, codeBits: 0 },
  }
}

/** Cuts off the pixels outside the screen. */
function clip(decoded: DecodedFrame, screen: ParsedGif): DecodedFrame {
  const { frame, indices } = decoded
  const width = Math.min(frame.width, screen.width - frame.left)
  const height = Math.min(frame.height, screen.height - frame.top)
  if (width === frame.width && height === frame.height) return decoded
  const inside = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    inside.set(indices.subarray(y * frame.width, y * frame.width + width), y * width)
  }
  return encodedAgain({ frame: { ...frame, width, height }, indices: inside })
}

/** Returns the table with black for the indices that it lacks, as browsers show them, or null if it lacks none. */
function extendTable(
  { minCodeSize, transparentIndex }: GifFrame,
  indices: Uint8Array,
  colors: Uint8Array | null,
): Uint8Array | null {
  const count = (colors?.length ?? 0) / 3
  if (count >= 1 << Math.min(8, minCodeSize)) return null
  let most = 0
  for (const index of indices) if (index > most && index !== transparentIndex) most = index
  // A frame that has only its transparent index needs a table as well.
  if (most < count) return null
  const extended = new Uint8Array(3 * 2 ** Math.max(1, 32 - Math.clz32(most)))
  if (colors !== null) extended.set(colors)
  return extended
}

/** Returns true if a frame shows the ground of the screen, which some decoders paint in the background color. */
function showsGround({ width, height, disposal }: GifFrame, gif: ParsedGif, isFirst: boolean): boolean {
  return disposal === toBackground || (isFirst && (width < gif.width || height < gif.height))
}

/** Returns the lowest index that no pixel has, or null if all 256 are taken. */
export function unusedIndex(indices: Uint8Array): number | null {
  const isUsed = new Uint8Array(256)
  for (const index of indices) isUsed[index] = 1
  const unused = isUsed.indexOf(0)
  return unused === -1 ? null : unused
}

/** Returns the least legal code size for indices. */
function codeSizeOf(indices: Uint8Array): number {
  let most = 0
  for (const index of indices) if (index > most) most = index
  return bitsOf(most)
}

/** Returns the least legal code size for an index (GIF89a, section 22). */
function bitsOf(index: number): number {
  return Math.max(2, 32 - Math.clz32(index))
}

/** A frame with decoded image data, as browsers show it. */
export type DecodedFrame = {
  /** The frame, whose box is within the screen, and whose indices all have a color, except the transparent one. */
  frame: GifFrame
  /** The color indices of its box, row by row from the top; interlaced frames are put in order. */
  indices: Uint8Array
  /** The same indices in the order of the data. */
  stored: Uint8Array
  /** The LZW codes: the joined sub-blocks. */
  data: Uint8Array
  end: LzwEnd
}
