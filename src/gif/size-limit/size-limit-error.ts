/** A way to make a clip smaller. */
export type SmallerFrames = {
  width: number
  height: number
  /** One of this many frames stays, shown this many times as long. */
  keepEvery: number
}

/**
 * Thrown for a limit of bytes that a GIF cannot keep. `message` is a sentence with the limit; `smaller` has the size of
 * frames that may fit, if there is one.
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
