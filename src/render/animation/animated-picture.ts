import { AppError } from '../../lib/app-error.ts'
import type { SourceLimits } from '../job.ts'

/** An animated picture whose headers were read: a GIF, a PNG or a WebP. */
export type AnimatedPicture = {
  /** The subject of sentences about it: "The animated PNG". */
  name: string
  width: number
  height: number
  /** Whether some of it may be transparent. */
  hasAlpha: boolean
  /** How often it plays; 0: forever. */
  loops: number
  /** When each frame ends, in whole milliseconds from the beginning; each later than the one before. */
  endsMs: readonly number[]
  /** Whether it has more frames than were to be read. */
  hasMore: boolean
  /** Whether the file is damaged behind these frames. */
  isCutOff: boolean
  fileBytes: number
  /**
   * Draws the frames of these numbers, which ascend: the whole canvas, RGBA, straight alpha. A frame may change when
   * the next one is asked for. Throws what its decoder throws.
   */
  frames: (numbers: readonly number[]) => AsyncIterable<Uint8Array>
}

/** How much of an animated picture is read: no frame after `maxFrames`, nor one that begins at `endMs` or later. */
export type ReadUpTo = { maxFrames: number; endMs: number; limits: SourceLimits }

/** As browsers do it: a frame of hardly any time is shown for longer. */
const hasty = { maxMs: 10, shownMs: 100 }

/** How long a frame is shown by its delay in milliseconds, which need not be whole. */
export function shownDelay(delayMs: number): number {
  return delayMs <= hasty.maxMs ? hasty.shownMs : delayMs
}

/** Collects the times of frames, as browsers show them. */
export class FrameEnds {
  readonly endsMs: number[] = []
  #exactMs = 0

  /** Adds a frame with its delay as the file has it, which need not be whole. */
  add(delayMs: number): void {
    this.#exactMs += shownDelay(delayMs)
    // What is rounded of one frame is not lost for the next.
    this.endsMs.push(Math.round(this.#exactMs))
  }
}

/** How long each frame is shown, in milliseconds. */
export function delaysOf({ endsMs }: Pick<AnimatedPicture, 'endsMs'>): number[] {
  return endsMs.map((end, frame) => end - (endsMs[frame - 1] ?? 0))
}

/** The AppError for an animated picture whose decoder failed; `name` begins the sentence. */
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
