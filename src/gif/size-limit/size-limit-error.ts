/** A limit of bytes that a GIF cannot keep, however small its frames are made. `message` is a sentence with both sizes. */
export class SizeLimitError extends Error {
  /** Makes the error. */
  constructor(message: string) {
    super(message)
    this.name = 'SizeLimitError'
  }
}
