import type { GifFrame, ParsedGif } from './parse-gif.ts'

/** Disposal methods (GIF89a, section 23). */
const [toBackground, toPrevious] = [2, 3]

/** Opaque black, as one number per pixel, on a machine of either byte order. */
const opaqueBlack = new Uint32Array(Uint8Array.of(0, 0, 0, 255).buffer)[0] as number

/**
 * Paints the frames of a GIF over each other, as browsers do: "restore to background" makes pixels transparent, and an
 * index missing from the color table is black. It holds one screen, and a second one if a frame is disposed of by
 * "restore to previous". Frames are painted as `decodeFrame` returns them.
 */
export class GifCanvas {
  readonly #gif: ParsedGif
  readonly #pixels: Uint32Array
  /** The screen as bytes: RGBA, 8 bits, straight alpha. The next `paint` changes it. */
  readonly rgba: Uint8Array
  #before: GifFrame | undefined
  #saved: Uint32Array | undefined
  readonly #palettes = new Map<Uint8Array, Uint32Array>()

  /** Starts with a transparent screen of the size of `gif`. */
  constructor(gif: ParsedGif) {
    this.#gif = gif
    this.#pixels = new Uint32Array(gif.width * gif.height)
    this.rgba = new Uint8Array(this.#pixels.buffer)
  }

  /** The screen, one number per pixel: the four bytes of `rgba`. */
  get pixels(): Uint32Array {
    return this.#pixels
  }

  /** Returns a copy of the screen and of what disposing of the last frame needs. */
  save(): { pixels: Uint32Array; saved: Uint32Array | undefined; before: GifFrame | undefined } {
    return { pixels: this.#pixels.slice(), saved: this.#saved?.slice(), before: this.#before }
  }

  /** Continues from the saved state of a canvas of the same GIF. */
  restore({ pixels, saved, before }: ReturnType<GifCanvas['save']>): void {
    this.#pixels.set(pixels)
    this.#saved = saved?.slice()
    this.#before = before
  }

  /** Disposes of the frame before, and paints the next one; `indices` covers its box, row by row. */
  paint(frame: GifFrame, indices: Uint8Array): void {
    this.#dispose()
    if (frame.disposal === toPrevious) {
      this.#saved ??= new Uint32Array(this.#pixels.length)
      this.#saved.set(this.#pixels)
    }
    this.#before = frame
    const { left, top, width, height, transparentIndex } = frame
    const palette = this.#paletteOf(frame)
    const pixels = this.#pixels
    const skipped = transparentIndex ?? -1
    for (let y = 0, from = 0; y < height; y += 1) {
      let at = (top + y) * this.#gif.width + left
      for (const stop = from + width; from < stop; from += 1, at += 1) {
        const index = indices[from] as number
        if (index !== skipped) pixels[at] = palette[index] as number
      }
    }
  }

  #dispose(): void {
    const before = this.#before
    if (before === undefined) return
    const { left, top, width, height, disposal } = before
    const isSaved = disposal === toPrevious
    if (disposal !== toBackground && !isSaved) return
    for (let y = top; y < top + height; y += 1) {
      const at = y * this.#gif.width + left
      if (isSaved && this.#saved !== undefined) {
        this.#pixels.set(this.#saved.subarray(at, at + width), at)
      } else this.#pixels.fill(0, at, at + width)
    }
  }

  /** Returns the 256 colors of a frame as opaque pixels of the screen; black if its table has none. */
  #paletteOf({ localColors }: GifFrame): Uint32Array {
    const colors = localColors ?? this.#gif.globalColors ?? new Uint8Array()
    let palette = this.#palettes.get(colors)
    if (palette === undefined) {
      palette = new Uint32Array(256).fill(opaqueBlack)
      const bytes = new Uint8Array(palette.buffer)
      for (let index = 0; index * 3 < colors.length; index += 1) {
        bytes.set(colors.subarray(index * 3, index * 3 + 3), index * 4)
      }
      if (localColors === null) this.#palettes.set(colors, palette)
    }
    return palette
  }
}
