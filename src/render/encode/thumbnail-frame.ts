/** A pixel with a channel above this, as shown on black, is seen. */
const darkest = 40
/** A frame of which a smaller part is seen is almost black. */
const minSeenShare = 0.02
/** One pixel in so many is looked at. Odd, so that it is not always the same columns. */
const step = 17

/** Keeps the one frame that shows best what there is: the first that is not almost black, or else the brightest. */
export class KeptFrame {
  #kept: Uint8Array | undefined
  #keptShare = -1

  /** Takes the next frame: RGBA, 8 bits, straight alpha. It is copied where it is kept. */
  take(frame: Uint8Array): void {
    if (this.#keptShare >= minSeenShare) return
    const share = seenShare(frame)
    if (share <= this.#keptShare) return
    this.#keptShare = share
    this.#kept ??= new Uint8Array(frame.length)
    this.#kept.set(frame)
  }

  /** Its pixels, as they came. Throws where no frame came. */
  get pixels(): Uint8Array {
    if (this.#kept === undefined) throw new Error('no frame came')
    return this.#kept
  }
}

function seenShare(pixels: Uint8Array): number {
  let seen = 0
  let count = 0
  for (let at = 0; at < pixels.length; at += 4 * step) {
    const brightest = Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
    if (brightest * (pixels[at + 3] ?? 0) > darkest * 255) seen += 1
    count += 1
  }
  return seen / count
}
