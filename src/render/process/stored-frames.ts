import { type LoopWindow, LoopFinder } from '../../gif/loop/loop-finder.ts'
import { makeThumbnail, thumbnailSize } from '../../gif/loop/luma-thumbnail.ts'
import { AppError } from '../../lib/app-error.ts'
import { isFullDisk, toDiskError } from '../../lib/disk/disk-faults.ts'
import { withoutReservation, reserveAhead } from '../../lib/disk/reserve-ahead.ts'
import { rawInput } from '../tools/ffmpeg-args.ts'
import { toolFaultError } from '../tools/ffmpeg.ts'
import { timedInput } from '../tools/timed-frames.ts'
import { FrameFile } from './frame-file.ts'
import { streamFrames } from '../decode/frame-stream.ts'
import { type FrameSource, intermediatePath, type Job, noFramesMade, shownMs } from '../job.ts'
import { valueOf } from '../probe/ratio.ts'
import type { ShownFrame } from './step.ts'

/** All frames of a source in a file, including the watermark, to be read in any order and more than once. */
export type StoredClip = { source: FrameSource; file: FrameFile; loop: LoopWindow | null }

/**
 * Decodes a source into the job's folder, where space is reserved for its frames, and finds the part of it that loops
 * best if `findsLoop` is true. The caller closes the file. Throws AppError unavailable if the disk is full
 * nevertheless, and what streamFrames throws.
 */
export async function storeFrames(source: FrameSource, findsLoop: boolean, job: Job): Promise<StoredClip> {
  const budget = { frames: source.frames, maxBytes: job.limits.maxFrameBytes }
  const file = await FrameFile.create(intermediatePath(job, 'frames'), source, budget)
  // If the number of frames is known, their space is reserved already.
  const reserveUpTo = Number.isFinite(source.frames) ? withoutReservation : reserveAhead(job.reserve)
  const finder = new LoopFinder(thumbnailSize(source), valueOf(source.rate))
  try {
    await streamFrames(source, job, async (frame, count) => {
      await reserveUpTo(count * frame.length)
      await file.append(frame)
      if (findsLoop) finder.add(makeThumbnail(frame, source))
      job.onProgress(Math.min(1, count / source.frames))
      job.onFrames?.('store', count, source.frames)
    })
    return { source, file, loop: findsLoop ? finder.find() : null }
  } catch (error) {
    await file.close()
    throw error instanceof AppError && isFullDisk(error.cause) ? toDiskError(error.cause) : error
  }
}

/** Returns the number of the stored frame whose time a frame is shown for. */
export function storedNumber(shown: ShownFrame): number {
  return typeof shown === 'number' ? shown : shown.frame
}

/** Returns the frames of these numbers as a source, in this order, each with its time if they have individual ones. */
export function readStoredFrames({ source, file }: StoredClip, order: ShownFrame[]): FrameSource {
  const { width, height } = source
  const framesMs =
    source.framesMs === undefined ? undefined : order.map((shown) => shownMs(source, storedNumber(shown)))
  return {
    ...source,
    input: framesMs === undefined ? rawInput(source, source.rate) : timedInput,
    filters: 'null',
    framesMs,
    feedSize: { width, height },
    decoding: null,
    feed: file.read(order),
    frames: order.length,
    watermarkText: null,
    toError: toolFaultError,
    noFrames: noFramesMade,
  }
}
