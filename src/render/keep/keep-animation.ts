import { open, writeFile } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import type { KeepPlan, Rendered } from '../../media/media-engine.ts'
import { sniffBytes, sniffVideo } from '../../media/file-type.ts'
import { defaultGifOptions } from '../../options/gif-options.ts'
import { renditionBytes } from '../disk-need.ts'
import { encodeOtherOutputs, encodeWithGif, type Encoded } from '../encode/encode-outputs.ts'
import type { GifThread } from '../encode/gif-thread.ts'
import type { Outputs } from '../encode/outputs.ts'
import { type Job, renditionPath } from '../job.ts'
import { openKeptGif } from './kept-gif.ts'
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
  thread: GifThread,
  job: Job,
): Promise<KeptMade> {
  const file = await open(renditionPath(job, 'gif'), 'w')
  try {
    const { source, loops, isOriginal, webp } = await openKept(input, job, (bytes) => file.writeFile(bytes))
    await job.reserve(renditionBytes(source))
    const options = { ...defaultGifOptions, loops }
    // A GIF that stands for another format is as good as one can be.
    const best = { ...options, preset: 'quality' as const }
    const made = isOriginal
      ? {
          ...(await encodeOtherOutputs(source, options, outputs, thread, job)),
          gifBytes: (await file.stat()).size,
        }
      : await encodeWithGif(source, best, outputs, thread, job)
    if (webp !== null) await writeFile(renditionPath(job, 'webp'), webp)
    return { ...made, kept: { loops, isOriginal } }
  } finally {
    await file.close()
  }
}

/** An opened animation; `webp` is its WebP, where that is what it was. */
type Opened = KeptAnimation & { isOriginal: boolean; webp: Buffer | null }

/** Opens an animation that is kept; `write` gets its GIF, where it is one. Throws AppError as `keepAnimation` does. */
export async function openKept(
  path: string,
  job: Job,
  write?: (bytes: Uint8Array) => Promise<unknown>,
): Promise<Opened> {
  const type = sniffVideo(await readHead(path, sniffBytes))
  if (type === 'gif') return { ...(await openKeptGif(path, job.limits, write)), isOriginal: true, webp: null }
  const made = { isOriginal: false, webp: null }
  // Each is loaded when it is needed: sharp takes a while to load.
  if (type === 'webp')
    return { ...made, ...(await (await import('./kept-webp.ts')).openKeptWebp(path, job.limits)) }
  if (type === 'apng') return { ...made, ...(await (await import('./kept-apng.ts')).openKeptApng(path, job)) }
  if (type === null)
    throw new AppError('media_unsupported', 'The file is not an animation of an accepted format.')
  return { ...made, ...(await (await import('./kept-video.ts')).openKeptVideo(path, type, job)) }
}
