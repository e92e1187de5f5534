/** A way to make a clip smaller. */
export type SmallerFrames = {
  width: number
  height: number
  /** One of this many frames stays, shown this many times as long. */
  keepEvery: number
}

/** A limit of bytes, and about how many a GIF of this size takes. */
export type TriedLimit = { maxBytes: number; width: number; height: number; about: number }

/**
 * A limit of bytes that a GIF cannot keep. `message` is for developers; `smaller` has the size of frames that may fit, where
 * there is one, and `tried` the smallest frames where none fit.
 */
export class SizeLimitError extends Error {
  readonly smaller: SmallerFrames | undefined
  readonly tried: TriedLimit | undefined

  /** Makes the error. */
  constructor(message: string, smaller?: SmallerFrames, tried?: TriedLimit) {
    super(message)
    this.name = 'SizeLimitError'
    this.smaller = smaller
    this.tried = tried
  }
}
