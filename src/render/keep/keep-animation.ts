import { open } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import type { KeepPlan, Rendered } from '../../media/media-engine.ts'
import { sniffBytes, sniffVideo } from '../../media/file-type.ts'
import { defaultGifOptions } from '../../options/gif-options.ts'
import { renditionBytes } from '../disk-need.ts'
import { encodeOtherOutputs, type Encoded } from '../encode/encode-outputs.ts'
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
    const { source, loops } = await openKept(input, job, (bytes) => file.writeFile(bytes))
    await job.reserve(renditionBytes(source))
    const options = { ...defaultGifOptions, loops }
    const made = await encodeOtherOutputs(source, options, outputs, thread, job)
    return { ...made, gifBytes: (await file.stat()).size, kept: { loops, isOriginal: true } }
  } finally {
    await file.close()
  }
}

/** Opens an animation that is kept; `write` gets its GIF. Throws AppError as `keepAnimation` does. */
export async function openKept(
  path: string,
  job: Job,
  write?: (bytes: Uint8Array) => Promise<unknown>,
): Promise<KeptAnimation> {
  const type = sniffVideo(await readHead(path, sniffBytes))
  if (type === 'gif') return openKeptGif(path, job.limits, write)
  throw new AppError('media_unsupported', 'Only GIFs can be kept as they are yet.')
}
