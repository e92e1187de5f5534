import type { GifError } from '../../gif/read/gif-error.ts'
import { AppError } from '../../lib/app-error.ts'
import { maxCanvasPixels } from '../animation/picture-limits.ts'
import type { SourceLimits } from '../job.ts'
import { tooLarge } from '../tools/ffmpeg.ts'

/** The most pixels per frame that browsers play as a video, which a kept animation also has. */
const maxKeptPixels = 4096 * 4096

/** Returns the AppError for an animation that can be remade, but not kept as it is. `why` is a part of a sentence. */
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

/** Returns the most pixels of one frame. */
export function maxKeptSize({ maxMegapixels }: SourceLimits): number {
  return Math.min(maxKeptPixels, maxMegapixels * 1e6)
}

/** Throws AppError keep_refused for an animation of too many frames. */
export function checkFrameCount(frames: number, { maxAnimationFrames }: SourceLimits): void {
  if (frames > maxAnimationFrames) throw keepRefused(`it has more than ${maxAnimationFrames} frames`)
}

/** Returns the AppError for a frame that is too large to be kept: keep_refused only if it can be remade. */
function sizeRefused(pixels: number, why: string, limits: SourceLimits): AppError {
  return pixels > maxCanvasPixels(limits) ? tooLarge(why) : keepRefused(why)
}

/** Returns the AppError for a GIF that is not kept: damaged, too large in general, or over a limit on kept ones. */
export function gifRefused(error: GifError, limits: SourceLimits): AppError {
  if (error.reason === 'damaged') return brokenGif('The GIF', error)
  if (error.reason === 'screen_too_large') return sizeRefused(error.screenPixels, error.message, limits)
  return keepRefused(error.message, error)
}

/** Returns the AppError for a GIF of which nothing can be decoded; `name` begins the sentence. */
export function brokenGif(name: string, error: GifError): AppError {
  return new AppError('media_broken', `${name} is damaged: ${error.message}.`, { field: 'gif', cause: error })
}

/**
 * Throws AppError keep_refused for an animation over a limit on kept ones, media_too_large for one that is too large to
 * be remade.
 */
export function checkKept(
  { width, height, durationMs }: { width: number; height: number; durationMs: number },
  limits: SourceLimits,
): void {
  const { maxClipSeconds } = limits
  const most = maxKeptSize(limits)
  if (width * height > most) {
    const why = `it has ${width} x ${height} pixels, and the most is ${Math.floor(most / 1e5) / 10} million`
    throw sizeRefused(width * height, why, limits)
  }
  if (durationMs <= maxClipSeconds * 1000) return
  const seconds = Math.ceil(durationMs / 100) / 10
  throw keepRefused(`it lasts ${seconds} seconds, and the most is ${maxClipSeconds}`)
}
