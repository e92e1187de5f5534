import { doesNotFit, type SmallerFrames } from '../../gif/size-limit/smaller-frames.ts'
import { limitTooSmall } from './gif-error.ts'
import type { SizeResult } from './size-limit-thread.ts'

/** Each try is smaller than the one before; what does not fit after so many never will. */
const maxTries = 8

/**
 * Makes a GIF of frames that takes at most `maxBytes`: as often as `fit` does not succeed, `shrink` gives smaller frames
 * for the next try. Gives what fitted. Throws AppError invalid_value, field max_bytes, where nothing does.
 */
export async function shrinkToFit<Frames>(
  given: Frames,
  steps: {
    maxBytes: number
    fit: (frames: Frames) => Promise<SizeResult>
    shrink: (frames: Frames, smaller: SmallerFrames) => Promise<Frames>
  },
): Promise<{ frames: Frames; bytes: number }> {
  let frames = given
  for (let tries = 1; ; tries += 1) {
    const result = await steps.fit(frames)
    if (result.fits) return { frames, bytes: result.bytes }
    if (tries === maxTries) throw limitTooSmall(doesNotFit(result.tried, steps.maxBytes).message)
    frames = await steps.shrink(frames, result.smaller)
  }
}
