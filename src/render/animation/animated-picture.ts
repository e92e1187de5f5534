import { AppError } from '../../lib/app-error.ts'
import type { SourceLimits } from '../job.ts'

/** An animated picture with its headers read: a GIF, PNG or WebP. */
export type AnimatedPicture = {
  /** The subject of messages about it: "The animated PNG". */
  name: string
  width: number
  height: number
  /** True if some of it may be transparent. */
  hasAlpha: boolean
  /** The number of times it plays; 0 means forever. */
  loops: number
  /** The end of each frame, in whole milliseconds from the beginning; each is later than the one before. */
  endsMs: readonly number[]
  /** True if it has more frames than the limit to read. */
  hasMore: boolean
  /** True if the file is damaged after these frames. */
  isCutOff: boolean
  fileBytes: number
  /**
   * Draws the frames of these numbers, which ascend: the whole canvas, RGBA, straight alpha. A frame may change when
   * the next one is requested. Throws what its decoder throws.
   */
  frames: (numbers: readonly number[]) => AsyncIterable<Uint8Array>
}

/** The part of an animated picture to read: no frame after `maxFrames`, nor one that begins at `endMs` or later. */
export type ReadUpTo = { maxFrames: number; endMs: number; limits: SourceLimits }

/** As in browsers, a frame of hardly any duration is shown for longer. */
const hasty = { maxMs: 10, shownMs: 100 }

/** Returns the time a frame is shown for a delay in milliseconds, which need not be whole. */
export function shownDelay(delayMs: number): number {
  return delayMs <= hasty.maxMs ? hasty.shownMs : delayMs
}

/** Collects the times of frames, as browsers show them. */
export class FrameEnds {
  readonly endsMs: number[] = []
  #exactMs = 0

  /** Adds a frame with its delay from the file, which need not be whole. */
  add(delayMs: number): void {
    this.#exactMs += shownDelay(delayMs)
    // The rounding error of a frame is carried over to the next.
    this.endsMs.push(Math.round(this.#exactMs))
  }
}

/** Returns the time each frame is shown, in milliseconds. */
export function delaysOf({ endsMs }: Pick<AnimatedPicture, 'endsMs'>): number[] {
  return endsMs.map((end, frame) => end - (endsMs[frame - 1] ?? 0))
}

/** Returns the AppError for an animated picture whose decoder failed; `name` begins the sentence. */
export function animationError(cause: unknown, name: string): AppError {
  if (cause instanceof AppError) return cause
  const text = cause instanceof Error ? cause.message : String(cause)
  if (/exceeds pixel limit/.test(text)) {
    return new AppError('media_too_large', `${name} has more pixels than this service accepts.`, { cause })
  }
  if (/out of memory|allocat/i.test(text)) {
    return new AppError('media_too_large', `${name} takes more memory than this service gives it.`, { cause })
  }
  if (text.startsWith('timeout')) {
    return new AppError('timed_out', `${name} takes too long to be decoded.`, { cause })
  }
  return new AppError('media_broken', `${name} is damaged and could not be decoded.`, { cause })
}
