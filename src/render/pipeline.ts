import type { RenderPlan } from '../media/media-engine.ts'
import { diskNeed } from './disk-need.ts'
import { encodeWithGif, type Made } from './encode/encode-outputs.ts'
import type { GifMaker } from './encode/gif-maker.ts'
import type { Outputs } from './encode/outputs.ts'
import type { Job } from './job.ts'
import { openSource } from './open-source.ts'
import { needsAllFrames } from './steps.ts'

/**
 * The one way from a file to a GIF, for the service and for `make`:
 *
 * 1. probe and decode: `openSource` chooses the decoder of the files, and plans size, rate and number of frames
 * 2. process: the steps of steps.ts; those on single frames run inside ffmpeg, those on the sequence on stored frames
 * 3. encode: the GIF by `maker`, all other outputs in the ffmpeg run that outputs the frames
 *
 * Frames go from the decoder straight to the encoders; if a step needs all of them, they are stored in a file, so that
 * memory is the same for any length. Throws AppError.
 */
export async function runPipeline(
  plan: RenderPlan,
  outputs: Outputs,
  maker: GifMaker,
  job: Job,
): Promise<Made> {
  const source = await openSource(plan, job)
  const bytes = diskNeed(source, plan, job.limits, outputs.openOthers !== null)
  if (bytes > 0) await job.reserve(bytes)
  if (!needsAllFrames(plan)) {
    return { ...(await encodeWithGif(source, plan.gif, outputs, maker, job)), loop: null }
  }
  // Loaded on demand: most GIFs are made from frames as they arrive.
  return (await import('./stored-pipeline.ts')).runStored(source, plan, outputs, maker, job)
}
