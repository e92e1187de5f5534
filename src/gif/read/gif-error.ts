/** The reason a GIF is not read: `damaged` if no decoder shows anything of it; the others if it exceeds a limit. */
export type GifErrorReason = 'damaged' | 'too_many_frames' | 'too_many_pixels' | 'screen_too_large'

/** Thrown for a GIF that cannot be read or exceeds a limit. `message` is a part of a sentence: "it has no frame". */
export class GifError extends Error {
  readonly reason: GifErrorReason
  /** The pixels of its screen, if that is too large. */
  readonly screenPixels: number

  /** Makes the error. */
  constructor(reason: GifErrorReason, message: string, screenPixels = 0) {
    super(message)
    this.name = 'GifError'
    this.reason = reason
    this.screenPixels = screenPixels
  }
}
