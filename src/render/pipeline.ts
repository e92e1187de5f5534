import type { Rendered, RenderPlan, VideoPlan } from '../media/media-engine.ts'
import { diskNeed } from './disk-need.ts'
import { expectGifSize } from './encode/expected-size.ts'
import { encodeWithGif, type Encoded } from './encode/encode-outputs.ts'
import { encodeOutputsWithinLimit } from './encode/outputs-within-limit.ts'
import type { GifThread } from './encode/gif-thread.ts'
import type { Outputs } from './encode/outputs.ts'
import { type FrameSource, type Job, partOfJob } from './job.ts'
import { openSource } from './open-source.ts'
import { valueOf } from './probe/ratio.ts'
import { evenClip } from './process/even-clip.ts'
import { storeFrames, readStoredFrames, type StoredClip } from './process/stored-frames.ts'
import type { ShownFrame } from './process/step.ts'
import { arrangeFrames, findsLoop, needsAllFrames } from './steps.ts'

/** The progress at which all frames are stored, where they are stored first. */
const storedShare = 0.3

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
    return { ...(await encodeWithGif(source, plan.gif, outputs, thread, job)), loop: null }
  }
  const stored = await storeFrames(source, findsLoop(plan), partOfJob(job, 0, storedShare))
  const window = stored.loop ?? { firstFrame: 0, frameCount: stored.file.count }
  const frames = arrangeFrames(window, plan, valueOf(source.rate))
  const made = await encodeStored(stored, frames, plan, outputs, thread, job)
  return { ...made, loop: findsLoop(plan) && plan.kind === 'video' ? secondsOf(window, source, plan) : null }
}

async function encodeStored(
  stored: StoredClip,
  frames: ShownFrame[],
  plan: RenderPlan,
  outputs: Outputs,
  thread: GifThread,
  job: Job,
): Promise<Encoded> {
  const { gif } = plan
  if (gif.maxBytes !== null)
    return encodeOutputsWithinLimit(
      evenClip(stored, frames),
      { ...gif, maxBytes: gif.maxBytes },
      outputs,
      thread,
      partOfJob(job, storedShare, 1),
    )
  try {
    const expectedGifBytes = await expectGifSize(stored, frames, plan, outputs.maxGifBytes)
    return await encodeWithGif(
      { ...readStoredFrames(stored, frames), expectedGifBytes },
      gif,
      outputs,
      thread,
      partOfJob(job, storedShare, 1),
    )
  } finally {
    await stored.file.close()
  }
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
