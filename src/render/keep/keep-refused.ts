import { AppError } from '../../lib/app-error.ts'
import type { SourceLimits } from '../job.ts'

/** More pixels a frame than browsers play as a video, which a kept animation has, too. */
const maxKeptPixels = 4096 * 4096

/** The AppError for an animation that cannot be kept as it is, but may be made anew. `why` is a part of a sentence. */
export function keepRefused(why: string, cause?: unknown): AppError {
  return new AppError(
    'keep_refused',
    `The animation cannot be kept as it is: ${why}. It can be remade instead.`,
    {
      field: 'keep',
      cause,
    },
  )
}

/** The maximum pixels of one frame. */
export function maxKeptSize({ maxMegapixels }: SourceLimits): number {
  return Math.min(maxKeptPixels, maxMegapixels * 1e6)
}

/** Throws AppError keep_refused for an animation of too many frames. */
export function checkFrameCount(frames: number, { maxAnimationFrames }: SourceLimits): void {
  if (frames > maxAnimationFrames) throw keepRefused(`it has more than ${maxAnimationFrames} frames`)
}

/** Throws AppError keep_refused for an animation that is over a limit on what is kept. */
export function checkKept(
  { width, height, durationMs }: { width: number; height: number; durationMs: number },
  limits: SourceLimits,
): void {
  const { maxClipSeconds } = limits
  const most = maxKeptSize(limits)
  if (width * height > most) {
    throw keepRefused(
      `it has ${width} x ${height} pixels, and the most is ${Math.floor(most / 1e5) / 10} million`,
    )
  }
  if (durationMs <= maxClipSeconds * 1000) return
  const seconds = Math.ceil(durationMs / 100) / 10
  throw keepRefused(`it lasts ${seconds} seconds, and the most is ${maxClipSeconds}`)
}
