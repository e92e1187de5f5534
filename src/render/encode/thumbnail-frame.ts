/** A pixel is visible where a channel, as shown on black, is above this. */
const darkest = 40
/** A frame with a smaller visible part is almost black. */
const minVisibleShare = 0.02
/** One pixel in so many is looked at. An odd number, so that it is not always the same columns. */
const step = 17

/** Chooses the frame of the thumbnail: the first that is not almost black, or else the brightest. */
export class ThumbnailFrame {
  #pixels: Uint8Array | undefined
  #visibleShare = -1

  /** Offers the next frame: RGBA, 8 bits, straight alpha. It is copied if it is chosen. */
  offer(frame: Uint8Array): void {
    if (this.#visibleShare >= minVisibleShare) return
    const share = visibleShare(frame)
    if (share <= this.#visibleShare) return
    this.#visibleShare = share
    this.#pixels ??= new Uint8Array(frame.length)
    this.#pixels.set(frame)
  }

  /** The chosen frame. Throws where none was offered. */
  get pixels(): Uint8Array {
    if (this.#pixels === undefined) throw new Error('no frame came')
    return this.#pixels
  }
}

function visibleShare(pixels: Uint8Array): number {
  let visible = 0
  let count = 0
  for (let at = 0; at < pixels.length; at += 4 * step) {
    const brightest = Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
    if (brightest * (pixels[at + 3] ?? 0) > darkest * 255) visible += 1
    count += 1
  }
  return visible / count
}
