import type { Frames } from '../encode/encode-frames.ts'
import { type Preset, settingsAt } from './quality-scale.ts'
import { chooseSmallerFrames, type SmallerFrames, type TriedSize } from './smaller-frames.ts'

/** The share of a limit that an encode aims at, and the share that is enough if the limit binds. */
export const aimedShare = 0.985
export const enoughShare = 0.965
/** The share of the bytes that the strongest level is assumed to produce until it is measured. */
export const strongestShare = 0.62
/** Smaller frames are chosen so that they are expected to fit at this level. */
const levelOfSmaller = 0.5

export type SizeLimit = {
  /** The best quality to use. */
  preset: Preset
  maxBytes: number
  /** The number of times the animation plays; 0 means forever. */
  loops: number
  /** Receives the file's bytes in order. */
  write: (bytes: Uint8Array) => void
  /** Called when the bytes written so far are discarded and the file starts again. */
  restart: () => void
  /** Called as frames are encoded, with a fraction from 0 to 1 that never decreases. */
  onProgress?: (fraction: number) => void
}

/** The file's bytes (at most the limit) and its mean level; or the size tried, and smaller frames to try next. */
export type LimitResult =
  | { fits: true; bytes: number; level: number }
  | { fits: false; tried: TriedSize; smaller: SmallerFrames }

/**
 * Returns the result if the limit cannot be kept; `estimate` returns the bytes of the frames at a level. Throws
 * SizeLimitError if smaller frames would not fit either.
 */
export function suggestSmallerFrames(
  frames: Frames,
  { preset, maxBytes }: SizeLimit,
  estimate: (level: number) => number,
): LimitResult {
  const bytes = estimate(levelOfSmaller)
  const { width, height } = frames
  const settings = settingsAt(preset, levelOfSmaller)
  return {
    fits: false,
    tried: { width, height, bytes },
    smaller: chooseSmallerFrames(frames, { settings, bytes, maxBytes }),
  }
}

/** Counts the encoded frames, and reports them as a share of the expected work. */
export class EncodeProgress {
  encoded = 0
  #expected = 1
  #reported = 0
  readonly #onProgress: ((fraction: number) => void) | undefined

  constructor(onProgress: ((fraction: number) => void) | undefined) {
    this.#onProgress = onProgress
  }

  /** Sets the least number of frames still to encode. */
  expect(frames: number): void {
    this.#expected = Math.max(this.#expected, this.encoded + frames)
  }

  /** Counts a frame. Returns true, so that it can be the `onFrame` of an encoding. */
  next(): true {
    this.encoded += 1
    const fraction = Math.min(1, this.encoded / this.#expected)
    if (fraction > this.#reported) {
      this.#reported = fraction
      this.#onProgress?.(fraction)
    }
    return true
  }
}
