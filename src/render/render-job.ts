import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoopWindow } from '../gif/loop/loop-finder.ts'
import type { RenderPlan, VideoPlan } from '../media/media-engine.ts'
import type { GifOptions } from '../media/gif-options.ts'
import { diskNeed, needsSpool } from './disk-need.ts'
import { encode, encodeBesides } from './encode/renditions.ts'
import { makeFittedGif, type Ordered } from './encode/fitted-gif.ts'
import { frameOrder } from './process/frame-order.ts'
import { GifThread } from './encode/gif-thread.ts'
import { openFrames } from './decode/open-source.ts'
import { type FrameSource, intermediateFiles, type Job } from './job.ts'
import type { JobMessage, Made } from './protocol.ts'
import { DecodeAgain } from './decode/redecode.ts'
import { valueOf } from './probe/ratio.ts'
import { fillSpool, fromSpool } from './process/stored-frames.ts'

/** Where frames go through a spool, it is filled by then, and a GIF of a certain size is made. */
const spoolShare = 0.3
const fittedShare = 0.75

/** More threads than one may run, and the wall clock of the whole job is the pool's to keep. */
const cpuShare = 2

/** Kept warm from one job to the next. */
let warm: GifThread | undefined

/** What a job has of whoever gave it. */
export type JobPort = {
  onProgress: (fraction: number) => void
  /** Called once, before anything large is written. Throws AppError unavailable where there is too little space. */
  reserve: (bytes: number) => Promise<void>
}

/**
 * Makes every rendition of a plan. Frames go from the source straight to the encoders; where they are wanted in
 * another order than they come, by way of a file, so that memory is the same for any length. Throws AppError.
 */
export async function renderJob(
  { plan, folder, limits }: JobMessage,
  { onProgress, reserve }: JobPort,
): Promise<Made> {
  const startedMs = performance.now()
  const job = {
    ...{ folder, limits, onProgress, startedMs, endsAtMs: startedMs + limits.timeoutSeconds * 1000 },
    maxCpuSeconds: limits.timeoutSeconds * cpuShare + 10,
  }
  // It loads its code while the source is looked at.
  useThread()
  try {
    const source = await openFrames(plan, job)
    await reserve(diskNeed(source, plan, limits))
    try {
      return await renderSource(plan, source, job)
    } catch (error) {
      if (!(error instanceof DecodeAgain) || source.decoding === null) throw error
      const input = source.decoding.inputFrom(error.seekSeconds)
      return await renderSource(plan, { ...source, input, decoding: null }, job)
    }
  } finally {
    await Promise.all(Object.values(intermediateFiles).map((name) => rm(join(folder, name), { force: true })))
  }
}

/** The warm thread, or a new one where that is at work or has ended. */
function useThread(): GifThread {
  return (warm = warm?.isIdle === true ? warm : new GifThread())
}

async function renderSource(plan: RenderPlan, source: FrameSource, job: Job): Promise<Made> {
  const thread = useThread()
  if (!needsSpool(plan)) return { ...(await encode(source, plan.gif, thread, job)), loop: null }
  return await renderFromSpool(plan, source, thread, job)
}

async function renderFromSpool(
  plan: RenderPlan,
  source: FrameSource,
  thread: GifThread,
  job: Job,
): Promise<Made> {
  const findsLoop = plan.kind === 'video' && plan.clip.autoLoop
  const spooled = await fillSpool(source, findsLoop, part(job, 0, spoolShare))
  const window = spooled.loop ?? { firstFrame: 0, frameCount: spooled.spool.count }
  const frames = { spooled, order: frameOrder(window, plan.gif) }
  const made = await encodeSpooled(frames, plan.gif, thread, job)
  return { ...made, loop: findsLoop ? secondsOf(window, source, plan) : null }
}

async function encodeSpooled(
  frames: Ordered,
  options: GifOptions,
  thread: GifThread,
  job: Job,
): Promise<Omit<Made, 'loop'>> {
  const { maxBytes } = options
  if (maxBytes === null) {
    try {
      return await encode(fromSpool(frames.spooled, frames.order), options, thread, part(job, spoolShare, 1))
    } finally {
      await frames.spooled.spool.close()
    }
  }
  const fitted = await makeFittedGif(frames, { ...options, maxBytes }, part(job, spoolShare, fittedShare))
  try {
    const source = fromSpool(fitted.spooled, fitted.order)
    const rest = part(job, fittedShare, 1)
    return await encodeBesides(source, options, rest, (_, count) => rest.onProgress(count / source.frames))
  } finally {
    await fitted.spooled.spool.close()
  }
}

/** The job as a stage of it is to know it, which takes it from one fraction to another. */
function part(job: Job, from: number, to: number): Job {
  return { ...job, onProgress: (fraction) => job.onProgress(from + fraction * (to - from)) }
}

/** Where a window of the frames lies in the video, in its seconds. */
function secondsOf(
  { firstFrame, frameCount }: Pick<LoopWindow, 'firstFrame' | 'frameCount'>,
  { rate }: FrameSource,
  { startSeconds, clip }: VideoPlan,
): Made['loop'] {
  const seconds = (frame: number) =>
    Math.round((startSeconds + (frame * clip.speed) / valueOf(rate)) * 1000) / 1000
  return { startSeconds: seconds(firstFrame), endSeconds: seconds(firstFrame + frameCount) }
}
