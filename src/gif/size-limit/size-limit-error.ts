/** How to make a clip smaller. */
export type SmallerFrames = {
  width: number
  height: number
  /** One of this many frames stays, and is shown this many times as long. */
  keepEvery: number
}

/**
 * A limit of bytes that a GIF cannot keep. `message` is a sentence with the limit; `smaller` has the size of frames that may
 * fit, where there is one.
 */
export class SizeLimitError extends Error {
  readonly smaller: SmallerFrames | undefined

  /** Makes the error. */
  constructor(message: string, smaller?: SmallerFrames) {
    super(message)
    this.name = 'SizeLimitError'
    this.smaller = smaller
  }
}
