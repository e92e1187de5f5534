import { GifCanvas } from '../read/gif-canvas.ts'
import type { DecodedFrame } from '../read/repair-frame.ts'
import { decodeFrame } from '../read/gif-frames.ts'
import { LzwDecoder } from '../read/lzw-decoder.ts'
import { type GifFrame, type GifLimits, type ParsedGif, parseGif } from '../read/parse-gif.ts'

/** The most bytes of pictures to hold; at least two are held, whatever their size. */
const maxHeldBytes = 64_000_000

/**
 * Reads the pictures of a GIF in any order. A picture depends on those before it, so the reader keeps a few on the way
 * and continues from them when it goes back: playing a GIF backward decodes each frame two or three times.
 */
export class GifFrameReader {
  readonly gif: ParsedGif
  readonly #bytes: Uint8Array
  readonly #decoder = new LzwDecoder()
  /** The number of frames between two kept states. */
  readonly #step: number
  readonly #places = new Map<number, ReturnType<GifCanvas['save']>>()
  /** The most recently read pictures, by index. */
  readonly #recent = new Map<number, Uint32Array>()
  /** The frames decoded so far, with their boxes clipped to the screen. */
  readonly #frames: (GifFrame | undefined)[] = []
  #canvas: GifCanvas
  /** The next frame to paint. */
  #next = 0

  /** Reads the blocks of a GIF without decoding them. Throws GifError. */
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

  /** Decodes the frame at an index. Throws GifError damaged, and RangeError if there is no such frame. */
  decode(index: number): DecodedFrame {
    const decoded = decodeFrame(this.#bytes, this.gif, index, this.#decoder)
    this.#frames[index] = decoded.frame
    return decoded
  }

  /** Returns the frame at an index as it is shown, with its box clipped to the screen. Throws what `decode` throws. */
  frameAt(index: number): GifFrame {
    return this.#frames[index] ?? this.decode(index).frame
  }

  /**
   * Returns the visible picture at an index: RGBA as one number per pixel, 0 where it is transparent. Later reads do
   * not change it. Throws what `decode` throws.
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
