import type { GifFrame, ParsedGif } from './parse-gif.ts'

type Box = Pick<GifFrame, 'left' | 'top' | 'width' | 'height'>

/**
 * Finds out, from boxes and disposals and without painting, whether any frame of a GIF may show transparent pixels. It
 * errs on one side only: where it says no, there are none.
 */
export class TransparencyTracker {
  /** What contains every pixel that nothing has been painted on; null where there is none. */
  #open: Box | null
  #openBefore: Box | null = null
  #last: GifFrame | undefined
  /** Whether any frame so far may have transparent pixels. */
  hasTransparent = false

  /** For the frames of `gif`, which are added in their order, as `decodeFrame` gives them. */
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

/** The smallest box that contains both. */
function unite(one: Box | null, other: Box): Box {
  if (one === null) return other
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)]
  const right = Math.max(one.left + one.width, other.left + other.width)
  const bottom = Math.max(one.top + one.height, other.top + other.height)
  return { left, top, width: right - left, height: bottom - top }
}

/** Whether the second box is all inside of the first. */
function contains(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.left + outer.width >= inner.left + inner.width &&
    outer.top + outer.height >= inner.top + inner.height
  )
}
