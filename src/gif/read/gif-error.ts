/**
 * Why a GIF is not kept: `damaged`, where what it shows is not certain; `too_many_frames` and `too_many_pixels` where
 * it breaks a limit.
 */
export type GifErrorReason = 'damaged' | 'too_many_frames' | 'too_many_pixels'

/** A GIF that cannot be read strictly. `message` is a part of a sentence: "frame 3 is cut off". */
export class GifError extends Error {
  readonly reason: GifErrorReason

  /** Makes the error; `message` names the frame, counted from 1, where it is one's. */
  constructor(reason: GifErrorReason, message: string) {
    super(message)
    this.name = 'GifError'
    this.reason = reason
  }
}
