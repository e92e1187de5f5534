import { GifCanvas } from '../read/gif-canvas.ts'
import type { DecodedFrame } from '../read/repair-frame.ts'
import { decodeFrame } from '../read/gif-frames.ts'
import { LzwDecoder } from '../read/lzw-decoder.ts'
import { type GifFrame, type GifLimits, type ParsedGif, parseGif } from '../read/parse-gif.ts'

/** What the pictures that are held take at most, in bytes; at least two are held, however large. */
const maxHeldBytes = 64_000_000

/**
 * The pictures of a GIF in any order. Pictures depend on those before: it keeps a few on the way, from which it goes on
 * where it has to go back, so that to play a GIF backward decodes each frame twice or three times.
 */
export class GifFrameReader {
  readonly gif: ParsedGif
  readonly #bytes: Uint8Array
  readonly #decoder = new LzwDecoder()
  /** How many frames there are between two places to go on from. */
  readonly #step: number
  readonly #places = new Map<number, ReturnType<GifCanvas['save']>>()
  /** The pictures that were read last, by their index. */
  readonly #recent = new Map<number, Uint32Array>()
  /** The frames that were decoded so far, as they are shown. */
  readonly #frames: (GifFrame | undefined)[] = []
  #canvas: GifCanvas
  /** The frame that is painted next. */
  #next = 0

  /** Reads the blocks of a GIF, and decodes nothing yet. Throws GifError. */
  constructor(bytes: Uint8Array, limits: GifLimits) {
    this.#bytes = bytes
    this.gif = parseGif(bytes, limits)
    this.#canvas = new GifCanvas(this.gif)
    const { width, height, frames } = this.gif
    const most = Math.max(2, Math.floor(maxHeldBytes / (width * height * 8)))
    this.#step = Math.max(Math.ceil(Math.sqrt(frames.length)), Math.ceil(frames.length / most))
  }

  get count(): number {
    return this.gif.frames.length
  }

  /** The size of the file in bytes. */
  get byteLength(): number {
    return this.#bytes.length
  }

  /** The frame of an index, decoded. Throws GifError damaged, and RangeError where there is no such frame. */
  decode(index: number): DecodedFrame {
    const decoded = decodeFrame(this.#bytes, this.gif, index, this.#decoder)
    this.#frames[index] = decoded.frame
    return decoded
  }

  /** The frame of an index as it is shown: its box within the screen. Throws what `decode` throws. */
  frameAt(index: number): GifFrame {
    return this.#frames[index] ?? this.decode(index).frame
  }

  /**
   * The picture of an index as it is seen: RGBA as one number a pixel, 0 where it is transparent. It stays as it is.
   * Throws what `decode` throws.
   */
  pictureAt(index: number): Uint32Array {
    const known = this.#recent.get(index)
    if (known !== undefined) return known
    if (index < this.#next || index >= this.#next + this.#step) this.#goTo(index - (index % this.#step))
    for (;;) {
      if (this.#next % this.#step === 0 && this.#places.size * this.#step <= this.#next)
        this.#places.set(this.#next, this.#canvas.save())
      const { frame, indices } = this.decode(this.#next)
      this.#canvas.paint(frame, indices)
      const picture = this.#canvas.pixels.slice()
      this.#remember(this.#next, picture)
      this.#next += 1
      if (this.#next > index) return picture
    }
  }

  #remember(index: number, picture: Uint32Array): void {
    this.#recent.set(index, picture)
    const most = Math.max(2, Math.min(this.#step, Math.floor(maxHeldBytes / picture.byteLength)))
    for (const old of this.#recent.keys()) {
      if (this.#recent.size <= most) return
      this.#recent.delete(old)
    }
  }

  #goTo(start: number): void {
    let place = start
    while (place > 0 && !this.#places.has(place)) place -= this.#step
    const isAhead = this.#next > place && this.#next <= start
    if (isAhead) return
    const saved = this.#places.get(place)
    this.#canvas = new GifCanvas(this.gif)
    if (saved !== undefined) this.#canvas.restore(saved)
    this.#next = saved === undefined ? 0 : place
  }
}
