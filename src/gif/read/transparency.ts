import type { GifFrame, ParsedGif } from './parse-gif.ts'

type Box = Pick<GifFrame, 'left' | 'top' | 'width' | 'height'>

/**
 * Determines from boxes and disposals, without painting, whether any frame of a GIF may show transparent pixels. It may
 * report some in an opaque GIF, but never the reverse.
 */
export class TransparencyTracker {
  /** A box around all pixels that nothing has been painted on; null if everything is painted. */
  #open: Box | null
  #openBefore: Box | null = null
  #last: GifFrame | undefined
  /** True if any frame so far may have transparent pixels. */
  hasTransparent = false

  /** Tracks the frames of `gif`, which are added in order, as `decodeFrame` returns them. */
  constructor(gif: Pick<ParsedGif, 'width' | 'height'>) {
    this.#open = { left: 0, top: 0, width: gif.width, height: gif.height }
  }

  /** Adds the next frame, with the indices of its box. */
  add(frame: GifFrame, indices: Uint8Array): void {
    const last = this.#last
    if (last?.disposal === 2) this.#open = unite(this.#open, last)
    else if (last?.disposal === 3) this.#open = this.#openBefore
    this.#openBefore = this.#open
    this.#last = frame
    if (this.#open !== null && contains(frame, this.#open) && !hasHoles(frame, indices)) this.#open = null
    this.hasTransparent ||= this.#open !== null
  }
}

function hasHoles({ transparentIndex }: GifFrame, indices: Uint8Array): boolean {
  return transparentIndex !== null && indices.includes(transparentIndex)
}

/** Returns the smallest box that contains both. */
function unite(one: Box | null, other: Box): Box {
  if (one === null) return other
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)]
  const right = Math.max(one.left + one.width, other.left + other.width)
  const bottom = Math.max(one.top + one.height, other.top + other.height)
  return { left, top, width: right - left, height: bottom - top }
}

/** Returns true if the second box is entirely inside the first. */
function contains(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.left + outer.width >= inner.left + inner.width &&
    outer.top + outer.height >= inner.top + inner.height
  )
}
