import { open, stat } from 'node:fs/promises'
import type { Rendered, RenderPlan, VideoPlan } from '../media/media-engine.ts'
import { openSource } from './decode/open-source.ts'
import { diskNeed } from './disk-need.ts'
import { encodeFrames, encodeOthers, type Encoded } from './encode/encode-frames.ts'
import { makeGifWithinLimit, type OrderedFrames } from './encode/gif-within-limit.ts'
import type { GifThread } from './encode/gif-thread.ts'
import type { Outputs } from './encode/outputs.ts'
import { writeAll } from './encode/write-all.ts'
import { type FrameSource, type Job, renditionPath } from './job.ts'
import { valueOf } from './probe/ratio.ts'
import { storeFrames, readStoredFrames, type StoredClip } from './process/stored-frames.ts'
import type { ShownFrame } from './process/step.ts'
import { arrangeFrames, findsLoop, needsAllFrames } from './steps.ts'

/** Of the progress, where all frames are stored first: when they are, and when a GIF of a certain size is made. */
const storedShare = 0.3
const fittedShare = 0.75

export type Made = Encoded & Pick<Rendered, 'loop'>

/**
 * The one way from a file to a GIF, for the service and for `make`:
 *
 * 1. probe and decode: `openSource` chooses what decodes the files, and plans size, rate and number of frames
 * 2. process: the steps of steps.ts; those on single frames run inside ffmpeg, those on the sequence on stored frames
 * 3. encode: the GIF in a thread, all other outputs in the ffmpeg run that gives the frames
 *
 * Frames go from the decoder straight to the encoders; where a step needs all of them, they are stored in a file, so that
 * memory is the same for any length. Throws AppError.
 */
export async function runPipeline(
  plan: RenderPlan,
  outputs: Outputs,
  thread: GifThread,
  job: Job,
): Promise<Made> {
  const source = await openSource(plan, job)
  const bytes = diskNeed(source, plan, job.limits, outputs.openOthers !== null)
  if (bytes > 0) await job.reserve(bytes)
  if (!needsAllFrames(plan)) {
    return { ...(await encodeFrames(source, plan.gif, outputs, thread, job)), loop: null }
  }
  const stored = await storeFrames(source, findsLoop(plan), part(job, 0, storedShare))
  const window = stored.loop ?? { firstFrame: 0, frameCount: stored.file.count }
  const frames = arrangeFrames(window, plan, valueOf(source.rate))
  const made = await encodeStored(stored, frames, plan, outputs, thread, job)
  return { ...made, loop: findsLoop(plan) && plan.kind === 'video' ? secondsOf(window, source, plan) : null }
}

async function encodeStored(
  stored: StoredClip,
  frames: ShownFrame[],
  { gif }: RenderPlan,
  outputs: Outputs,
  thread: GifThread,
  job: Job,
): Promise<Encoded> {
  if (gif.maxBytes !== null)
    return encodeToFit({ clip: stored, order: frames }, { ...gif, maxBytes: gif.maxBytes }, outputs, job)
  try {
    return await encodeFrames(
      readStoredFrames(stored, frames),
      gif,
      outputs,
      thread,
      part(job, storedShare, 1),
    )
  } finally {
    await stored.file.close()
  }
}

/** Makes the GIF first, which says what size the frames have in the end, and the other outputs of those frames. */
async function encodeToFit(
  ordered: OrderedFrames,
  options: RenderPlan['gif'] & { maxBytes: number },
  outputs: Outputs,
  job: Job,
): Promise<Encoded> {
  const fitting = part(job, storedShare, outputs.openOthers === null ? 1 : fittedShare)
  const count = ordered.order.length
  const fitted = await makeGifWithinLimit(ordered, options, {
    ...fitting,
    onProgress: (fraction) => {
      fitting.onProgress(fraction)
      job.onFrames?.('encode', Math.round(fraction * count), count)
    },
  })
  try {
    const source = readStoredFrames(fitted.clip, fitted.order)
    const path = renditionPath(job, 'gif')
    const { size: gifBytes } = await stat(path)
    if (outputs.gifDescriptor !== null) await copyTo(outputs.gifDescriptor, path)
    if (outputs.openOthers === null) {
      const { width, height, frames, rate } = source
      return { width, height, frames, gifBytes, durationMs: Math.round((frames * 1000) / valueOf(rate)) }
    }
    const rest = part(job, fittedShare, 1)
    const onFrame = (_: Uint8Array, index: number) => rest.onProgress(index / source.frames)
    return { ...(await encodeOthers(source, options, outputs, rest, onFrame)), gifBytes }
  } finally {
    await fitted.clip.file.close()
  }
}

async function copyTo(descriptor: number, path: string): Promise<void> {
  const file = await open(path)
  for await (const chunk of file.createReadStream()) await writeAll(descriptor, chunk as Uint8Array)
}

/** The job as one step sees it, whose progress goes from one fraction to another. */
function part(job: Job, from: number, to: number): Job {
  return { ...job, onProgress: (fraction) => job.onProgress(from + fraction * (to - from)) }
}

/** Where a window of the frames lies in the video, in seconds. */
function secondsOf(
  { firstFrame, frameCount }: { firstFrame: number; frameCount: number },
  { rate }: FrameSource,
  { startSeconds, clip }: VideoPlan,
): Made['loop'] {
  const seconds = (frame: number) =>
    Math.round((startSeconds + (frame * clip.speed) / valueOf(rate)) * 1000) / 1000
  return { startSeconds: seconds(firstFrame), endSeconds: seconds(firstFrame + frameCount) }
}
