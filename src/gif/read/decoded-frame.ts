import type { LzwEnd } from './lzw-decoder.ts'
import type { GifFrame } from './parse-gif.ts'

/** A frame whose image data are decoded, as browsers show it. */
export type DecodedFrame = {
  /** Its box lies within the screen, and every index but the transparent one has a color. */
  frame: GifFrame
  /** Color indices of its box, row by row from the top; an interlaced frame is put in order. */
  indices: Uint8Array
  /** The same in the order of the data. */
  stored: Uint8Array
  /** The LZW codes: the sub-blocks joined. */
  data: Uint8Array
  end: LzwEnd
}
