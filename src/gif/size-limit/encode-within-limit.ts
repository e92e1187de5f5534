import type { Frames } from '../encode/encode-frames.ts'
import { encodeLongClip } from './encode-long-clip.ts'
import { encodeShortClip } from './encode-short-clip.ts'
import { EncodeProgress, type LimitResult, type SizeLimit } from './size-limit.ts'

/** Clips of at most this many frames are encoded completely to find the level. */
const shortFrames = 24

export type LimitOutcome = {
  result: LimitResult
  /** The total number of frames encoded, including samples. */
  encodedFrames: number
}

/**
 * Makes the best GIF of at most `maxBytes`: at level 0 of the preset if that fits, otherwise at the lowest level of
 * `quality-scale.ts` that does. Throws SizeLimitError if not even tiny pictures would fit, and what GifEncoder throws.
 */
export function encodeWithinLimit(frames: Frames, limit: SizeLimit): LimitOutcome {
  const progress = new EncodeProgress(limit.onProgress)
  const encode = frames.count <= shortFrames ? encodeShortClip : encodeLongClip
  return { result: encode(frames, limit, progress), encodedFrames: progress.encoded }
}
