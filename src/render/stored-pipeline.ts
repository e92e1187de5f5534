import type { RenderPlan, VideoPlan } from '../media/media-engine.ts'
import { type Encoded, encodeWithGif, type Made } from './encode/encode-outputs.ts'
import { expectGifSize } from './encode/expected-size.ts'
import type { GifMaker } from './encode/gif-maker.ts'
import type { Outputs } from './encode/outputs.ts'
import { encodeOutputsWithinLimit } from './encode/outputs-within-limit.ts'
import { type FrameSource, type Job, partOfJob } from './job.ts'
import { valueOf } from './probe/ratio.ts'
import { evenClip } from './process/even-clip.ts'
import type { ShownFrame } from './process/step.ts'
import { readStoredFrames, storeFrames, type StoredClip } from './process/stored-frames.ts'
import { arrangeFrames, findsLoop } from './steps.ts'

/** The progress at which all frames are stored. */
const storedShare = 0.3

/** Runs the rest of `runPipeline` if a step needs all frames: they are stored in a file first. Throws AppError. */
export async function runStored(
  source: FrameSource,
  plan: RenderPlan,
  outputs: Outputs,
  maker: GifMaker,
  job: Job,
): Promise<Made> {
  const stored = await storeFrames(source, findsLoop(plan), partOfJob(job, 0, storedShare))
  const window = stored.loop ?? { firstFrame: 0, frameCount: stored.file.count }
  const frames = arrangeFrames(window, plan, valueOf(source.rate))
  const made = await encodeStored(stored, frames, plan, outputs, maker, job)
  return { ...made, loop: findsLoop(plan) && plan.kind === 'video' ? secondsOf(window, source, plan) : null }
}

async function encodeStored(
  stored: StoredClip,
  frames: ShownFrame[],
  plan: RenderPlan,
  outputs: Outputs,
  maker: GifMaker,
  job: Job,
): Promise<Encoded> {
  const { gif } = plan
  if (gif.maxBytes !== null)
    return encodeOutputsWithinLimit(
      evenClip(stored, frames),
      { ...gif, maxBytes: gif.maxBytes },
      outputs,
      maker,
      partOfJob(job, storedShare, 1),
    )
  try {
    const expectedGifBytes = await expectGifSize(stored, frames, plan, outputs.maxGifBytes)
    return await encodeWithGif(
      { ...readStoredFrames(stored, frames), expectedGifBytes },
      gif,
      outputs,
      maker,
      partOfJob(job, storedShare, 1),
    )
  } finally {
    await stored.file.close()
  }
}

/** Returns the place of a window of the frames in the video, in seconds. */
function secondsOf(
  { firstFrame, frameCount }: { firstFrame: number; frameCount: number },
  { rate }: FrameSource,
  { startSeconds, clip }: VideoPlan,
): Made['loop'] {
  const seconds = (frame: number) =>
    Math.round((startSeconds + (frame * clip.speed) / valueOf(rate)) * 1000) / 1000
  return { startSeconds: seconds(firstFrame), endSeconds: seconds(firstFrame + frameCount) }
}
