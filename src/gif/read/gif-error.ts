/**
 * Why a GIF is not read: `damaged`, where no decoder shows anything of it; the others where it breaks a limit.
 */
export type GifErrorReason = 'damaged' | 'too_many_frames' | 'too_many_pixels' | 'screen_too_large'

/** A GIF that cannot be read, or may not be. `message` is a part of a sentence: "it has no frame". */
export class GifError extends Error {
  readonly reason: GifErrorReason
  /** The pixels of its screen, where that is too large. */
  readonly screenPixels: number

  /** Makes the error. */
  constructor(reason: GifErrorReason, message: string, screenPixels = 0) {
    super(message)
    this.name = 'GifError'
    this.reason = reason
    this.screenPixels = screenPixels
  }
}
