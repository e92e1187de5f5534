import type { ErrorText } from '../../lib/errors/error-text.ts'
import type { GifDamage, GifError } from '../../gif/read/gif-error.ts'
import { AppError } from '../../lib/app-error.ts'
import { maxCanvasPixels } from '../animation/picture-limits.ts'
import type { SourceLimits } from '../job.ts'
import { tooLarge } from '../tools/ffmpeg.ts'

type Size = { width: number; height: number }

/** More pixels per frame than browsers play as a video, which every kept animation also has. */
const maxKeptPixels = 4096 * 4096

/** The texts of refusals to keep an animation as it is. */
type KeepText = Extract<ErrorText, { detail: `keep${string}` }>

/** The AppError for an animation that cannot be kept as it is, but can be remade. */
export function keepRefused(text: KeepText, cause?: unknown): AppError {
  return new AppError('keep_refused', text, { field: 'keep', cause })
}

/** Returns the most pixels of one frame. */
export function maxKeptSize({ maxMegapixels }: SourceLimits): number {
  return Math.min(maxKeptPixels, maxMegapixels * 1e6)
}

/** Throws AppError keep_refused for an animation of too many frames. */
export function checkFrameCount(frames: number, { maxAnimationFrames }: SourceLimits): void {
  if (frames > maxAnimationFrames) throw keepRefused({ detail: 'keepTooManyFrames', max: maxAnimationFrames })
}

/** The AppError for a frame that is too large to be kept: keep_refused only if it can be remade. */
function sizeRefused({ width, height }: Size, limits: SourceLimits): AppError {
  return width * height > maxCanvasPixels(limits)
    ? tooLarge(`${width}x${height}`)
    : keepRefused({ detail: 'keepTooLarge', width, height, megapixels: keptMegapixels(limits) })
}

/** The most megapixels of a frame that is kept. */
export function keptMegapixels(limits: SourceLimits): number {
  return Math.floor(maxKeptSize(limits) / 1e5) / 10
}

/** Returns the AppError for a GIF that is not kept: damaged, too large in general, or over a limit on kept ones. */
export function gifRefused(error: GifError, limits: SourceLimits): AppError {
  if (error.reason === 'damaged') return brokenGif(error)
  if (error.reason === 'screen_too_large') return sizeRefused(error.screen, limits)
  return keepRefused(
    error.reason === 'too_many_frames'
      ? { detail: 'keepTooManyFrames', max: limits.maxAnimationFrames }
      : { detail: 'keepTooManyPixels' },
    error,
  )
}

const damageDetails = {
  not_gif: 'notGif',
  no_header: 'gifNoHeader',
  no_screen: 'gifNoScreen',
  no_frame: 'gifNoFrame',
  ends_early: 'gifEndsEarly',
  no_pixel: 'gifNoPixel',
} as const satisfies Record<GifDamage, string>

/** The AppError for a GIF that cannot be decoded at all; `gif` is its number if there are several. */
export function brokenGif(error: GifError, gif = 1): AppError {
  const detail = damageDetails[error.damage ?? 'no_frame']
  return new AppError('media_broken', { detail, gif }, { field: 'gif', cause: error })
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
  if (width * height > maxKeptSize(limits)) throw sizeRefused({ width, height }, limits)
  if (durationMs <= maxClipSeconds * 1000) return
  const seconds = Math.ceil(durationMs / 100) / 10
  throw keepRefused({ detail: 'keepTooLong', seconds, max: maxClipSeconds })
}
