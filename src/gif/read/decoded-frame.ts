import type { LzwEnd } from './lzw-decoder.ts'
import type { GifFrame } from './parse-gif.ts'

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
