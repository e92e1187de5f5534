/** A pixel of an opaque frame is visible if a channel is above this: otherwise it is almost black. */
const darkest = 40
/** Pixels with less alpha are transparent, as in the GIF. */
const opaqueAlpha = 128
/** A frame with a smaller visible share is almost empty. */
const minVisibleShare = 0.02
/** Only every 17th pixel is checked. An odd number, so that it is not always the same columns. */
const step = 17

/**
 * Chooses the frame of the thumbnail: the first that is neither almost black nor almost all transparent, otherwise the
 * one with the largest visible share.
 */
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

  /** The chosen frame. Throws an Error if none was offered. */
  get pixels(): Uint8Array {
    if (this.#pixels === undefined) throw new Error('no frame came')
    return this.#pixels
  }
}

/** Returns the visible share of a frame. If it is partly transparent, dark parts are visible too: they are on white. */
function visibleShare(pixels: Uint8Array): number {
  let [covered, bright, count] = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4 * step) {
    count += 1
    if ((pixels[at + 3] ?? 0) < opaqueAlpha) continue
    covered += 1
    if (Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) > darkest) bright += 1
  }
  return (covered < count ? covered : bright) / count
}
