import { open, readFile, writeFile } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import type { KeepPlan, Rendered } from '../../media/media-engine.ts'
import { type AnimatedType, isAnimatedPicture, sniffBytes, sniffVideo } from '../../media/file-type.ts'
import { defaultGifOptions } from '../../options/gif-options.ts'
import { renditionBytes } from '../disk-need.ts'
import { type Encoded, encodeOtherOutputs, encodeWithGif } from '../encode/encode-outputs.ts'
import type { GifMaker } from '../encode/gif-maker.ts'
import type { Outputs } from '../encode/outputs.ts'
import { type Job, renditionPath, type SourceLimits } from '../job.ts'
import { openKeptGif } from './kept-gif.ts'
import { type KeptAnimation, timedSource } from './timed-source.ts'
import { delaysOf } from '../animation/animated-picture.ts'
import { openAnimatedPicture } from '../animation/open-animated-picture.ts'
import { drawFrames } from '../animation/draw-frames.ts'
import { checkHeaders, maxWork } from '../animation/picture-limits.ts'
import { checkFrameCount, checkKept, keepRefused } from './keep-refused.ts'
import { rewriteWebp } from './rewrite-webp.ts'

export type KeptMade = Encoded & Required<Pick<Rendered, 'kept'>>

/**
 * Makes the renditions of an animation whose frames and times are kept. Its GIF is written again with the same frames;
 * all others are made from them, and none has a watermark. Throws AppError: keep_refused if it exceeds a limit on kept
 * animations, and as MediaEngine documents.
 */
export async function keepAnimation(
  { input }: KeepPlan,
  outputs: Outputs,
  maker: GifMaker,
  job: Job,
): Promise<KeptMade> {
  const file = await open(renditionPath(job, 'gif'), 'w')
  try {
    const { source, loops, isOriginal, webp } = await openKept(input, job, {
      write: (bytes) => file.writeFile(bytes),
    })
    await job.reserve(renditionBytes(source))
    const options = { ...defaultGifOptions, loops }
    // A GIF that replaces another format gets the best quality.
    const best = { ...options, preset: 'best' as const }
    const made = isOriginal
      ? {
          ...(await encodeOtherOutputs(source, options, outputs, maker, job)),
          gifBytes: (await file.stat()).size,
        }
      : await encodeWithGif(source, best, outputs, maker, job)
    if (webp !== null) await writeFile(renditionPath(job, 'webp'), webp)
    return { ...made, kept: { loops, isOriginal } }
  } finally {
    await file.close()
  }
}

/** An opened animation; `webp` is its WebP, if that is its original format. */
type Opened = KeptAnimation & { isOriginal: boolean; webp: Buffer | null }

export type KeepOptions = {
  /** Receives the GIF, if it is one. */
  write?: (bytes: Uint8Array) => Promise<unknown>
  /** True if it is kept to be edited: then a video may have sound, and pictures that have to be converted. */
  isEdited?: boolean
}

/** Opens an animation to be kept. Throws AppError as `keepAnimation` does. */
export async function openKept(
  path: string,
  job: Job,
  { write, isEdited = false }: KeepOptions = {},
): Promise<Opened> {
  const type = sniffVideo(await readHead(path, sniffBytes))
  if (type === 'gif') return { ...(await openKeptGif(path, job.limits, write)), isOriginal: true, webp: null }
  const made = { isOriginal: false, webp: null }
  if (isAnimatedPicture(type)) return { ...made, ...(await openKeptPicture(path, type, job.limits)) }
  if (type === null && job.limits.anyFormat !== true)
    throw new AppError('media_unsupported', { detail: 'notAnimation' })
  // Loaded on demand.
  return { ...made, ...(await (await import('./kept-video.ts')).openKeptVideo(path, type, job, isEdited)) }
}

/**
 * Opens an animated PNG or WebP to be kept; `webp` is the same WebP with only its frames and their times. Throws
 * AppError keep_refused, media_broken or media_too_large.
 */
async function openKeptPicture(
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
    throw keepRefused({ detail: 'keepTooManyPixels' })
  if (picture.isCutOff) throw keepRefused({ detail: 'keepDamagedFrames' })
  const feed = drawFrames(picture, [...endsMs.keys()], { crop: null, width, height })
  const source = timedSource({ width, height, hasAlpha, framesMs: delaysOf(picture), feed })
  return { source, loops, webp: type === 'webp' ? rewriteWebp(await readFile(path)) : null }
}
