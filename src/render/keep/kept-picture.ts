import { readFile } from 'node:fs/promises'
import type { AnimatedType } from '../../media/file-type.ts'
import { delaysOf, openAnimatedPicture } from '../animation/animated-picture.ts'
import { drawFrames } from '../animation/draw-frames.ts'
import { checkHeaders, maxWork } from '../animation/picture-limits.ts'
import type { SourceLimits } from '../job.ts'
import { checkFrameCount, checkKept, keepRefused } from './keep-refused.ts'
import { rewriteWebp } from './rewrite-webp.ts'
import { type KeptAnimation, timedSource } from './timed-source.ts'

/**
 * Opens an animated PNG or WebP to be kept; `webp` is the same WebP with nothing but its frames and their times. Throws
 * AppError keep_refused, media_broken or media_too_large.
 */
export async function openKeptPicture(
  path: string,
  type: Exclude<AnimatedType, 'gif'>,
  limits: SourceLimits,
): Promise<KeptAnimation & { webp: Buffer | null }> {
  const { maxAnimationFrames } = limits
  const picture = await openAnimatedPicture(path, type, {
    maxFrames: maxAnimationFrames,
    endMs: Infinity,
    limits,
  })
  const { width, height, hasAlpha, endsMs, loops, fileBytes } = picture
  // A WebP of too many frames cannot be remade either.
  if (type === 'webp') checkHeaders(picture, maxAnimationFrames, limits)
  checkFrameCount(endsMs.length + (picture.hasMore ? 1 : 0), limits)
  checkKept({ width, height, durationMs: endsMs.at(-1) ?? 0 }, limits)
  if (endsMs.length * width * height > maxWork(fileBytes, limits))
    throw keepRefused('it has more pixels in all its frames than a file of its size may')
  if (picture.isCutOff) throw keepRefused('not all of its frames can be decoded')
  const feed = drawFrames(picture, [...endsMs.keys()], { crop: null, width, height })
  const source = timedSource({ width, height, hasAlpha, framesMs: delaysOf(picture), feed })
  return { source, loops, webp: type === 'webp' ? rewriteWebp(await readFile(path)) : null }
}
