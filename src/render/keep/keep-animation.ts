import { open, writeFile } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import type { KeepPlan, Rendered } from '../../media/media-engine.ts'
import { isAnimatedPicture, sniffBytes, sniffVideo } from '../../media/file-type.ts'
import { defaultGifOptions } from '../../options/gif-options.ts'
import { renditionBytes } from '../disk-need.ts'
import { encodeOtherOutputs, encodeWithGif, type Encoded } from '../encode/encode-outputs.ts'
import type { GifMaker } from '../encode/gif-maker.ts'
import type { Outputs } from '../encode/outputs.ts'
import { type Job, renditionPath } from '../job.ts'
import { openKeptGif } from './kept-gif.ts'
import { openKeptPicture } from './kept-picture.ts'
import type { KeptAnimation } from './timed-source.ts'

export type KeptMade = Encoded & Required<Pick<Rendered, 'kept'>>

/**
 * Makes the renditions of an animation whose frames and times are kept. Its GIF is written anew with the same frames;
 * all others are made of them, and no watermark is on any. Throws AppError: keep_refused where it breaks a limit of what
 * is kept, and as MediaEngine says.
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
    // A GIF that stands for another format is as good as one can be.
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

/** An opened animation; `webp` is its WebP, where that is what it was. */
type Opened = KeptAnimation & { isOriginal: boolean; webp: Buffer | null }

export type KeepOptions = {
  /** Gets the GIF, where it is one. */
  write?: (bytes: Uint8Array) => Promise<unknown>
  /** Whether it is kept to be edited: then a video may have sound, and pictures that have to be converted. */
  isEdited?: boolean
}

/** Opens an animation that is kept. Throws AppError as `keepAnimation` does. */
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
    throw new AppError('media_unsupported', 'The file is not an animation of an accepted format.')
  // Loaded when it is needed.
  return { ...made, ...(await (await import('./kept-video.ts')).openKeptVideo(path, type, job, isEdited)) }
}
