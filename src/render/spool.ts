import { type LoopWindow, LoopFinder } from '../gif/auto-loop.ts'
import { makeThumbnail, thumbnailSize } from '../gif/thumbnail.ts'
import { AppError } from '../lib/app-error.ts'
import { isFullDisk, toDiskError } from '../lib/disk-faults.ts'
import { rawInput } from './ffmpeg-words.ts'
import { ownError } from './ffmpeg.ts'
import { FrameSpool } from './frame-spool.ts'
import { streamFrames } from './frame-stream.ts'
import { type FrameSource, frameBytes, intermediatePath, type Job, noOwnFrames } from './job.ts'
import { valueOf } from './ratio.ts'

/** The most that the frames of one job may take on the disk. */
const maxSpoolBytes = 4_000_000_000

/** All frames of a source in a file, with the watermark on them, to be read in any order and more than once. */
export type Spooled = { source: FrameSource; spool: FrameSpool; loop: LoopWindow | null }

/**
 * Decodes a source into the job's folder, and looks for the part of it that loops best where `findsLoop` says so. Whoever
 * called closes the spool. Throws AppError media_too_large where the frames would take more than 4 GB, unavailable where
 * the disk is full, and what streamFrames throws.
 */
export async function fillSpool(source: FrameSource, findsLoop: boolean, job: Job): Promise<Spooled> {
  if (source.frames * frameBytes(source) > maxSpoolBytes) throw tooLong(source.frames)
  const spool = await FrameSpool.create(intermediatePath(job, 'spool'), frameBytes(source))
  const finder = new LoopFinder(thumbnailSize(source), valueOf(source.rate))
  try {
    await streamFrames(source, job, async (frame, count) => {
      await spool.append(frame)
      if (findsLoop) finder.add(makeThumbnail(frame, source))
      job.onProgress(Math.min(1, count / source.frames))
    })
    return { source, spool, loop: findsLoop ? finder.find() : null }
  } catch (error) {
    await spool.close()
    throw error instanceof AppError && isFullDisk(error.cause) ? toDiskError(error.cause) : error
  }
}

/** The frames of these numbers as a source, in this order. */
export function fromSpool({ source, spool }: Spooled, order: number[]): FrameSource {
  return {
    ...source,
    input: rawInput(source, source.rate),
    filters: 'null',
    feed: spool.read(order),
    frames: order.length,
    watermarkText: null,
    toError: ownError,
    noFrames: noOwnFrames,
  }
}

function tooLong(frames: number): AppError {
  return new AppError('media_too_large', 'The clip is too long for its size; choose a shorter one.', {
    cause: `${frames} frames do not fit into the spool`,
  })
}
