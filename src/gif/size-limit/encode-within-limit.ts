import { EncodeProgress } from './encode-progress.ts'
import type { Frames } from '../encode/encode-frames.ts'
import { fitLong } from './fit-long.ts'
import { fitShort } from './fit-short.ts'
import type { SizeResult, SizeTarget } from './size-result.ts'

/** Clips of at most this many frames are encoded whole to find the level. */
const shortFrames = 24

export type SizeOutcome = {
  result: SizeResult
  /** How many frames were encoded in all, samples included. */
  encodedFrames: number
}

/**
 * Makes a GIF of at most so many bytes, as good as it can be: at the preset's own quality where that fits, otherwise at
 * the level that a sample of the clip foretells, corrected on the way by what the frames really take.
 * Throws AppError (invalid_value, field max_bytes) where not even tiny pictures would fit.
 */
export function encodeToSize(frames: Frames, target: SizeTarget): SizeOutcome {
  const progress = new EncodeProgress(target.onProgress)
  const result =
    frames.count <= shortFrames ? fitShort(frames, target, progress) : fitLong(frames, target, progress)
  return { result, encodedFrames: progress.encoded }
}
