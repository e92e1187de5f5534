import { AppError } from '../lib/app-error.ts'
import type { MediaLimits, VideoPlan } from '../media/media-engine.ts'
import { decoderArgs } from './decoders.ts'
import { isTooLarge, mediaError, tooLarge } from './ffmpeg.ts'
import { writeFrames } from './frame-file.ts'
import type { FrameSet, Job } from './job.ts'
import { readPackets } from './packets.ts'
import { inputArgs, probeVideo, type VideoFacts } from './probe.ts'
import { canToneMap } from './tone-mapping.ts'
import {
  atLeastOneFrame,
  clipOutside,
  cutClip,
  frameCount,
  isHdr,
  outputRate,
  outputSize,
  videoFilters,
} from './video-plan.ts'

/** Makes the frames of a clip of a video. Throws AppError as MediaEngine says. */
export async function makeVideoFrames(plan: VideoPlan, job: Job): Promise<FrameSet> {
  const { startSeconds } = plan
  const facts = await probeVideo(plan.input, job.limits)
  const asked = {
    startSeconds,
    endSeconds: Math.min(plan.endSeconds, startSeconds + job.limits.maxClipSeconds),
  }
  const packets = await readPackets(plan.input, facts, [asked.startSeconds, asked.endSeconds], job.limits)
  const clip = cutClip(asked, facts, packets)
  const rate = atLeastOneFrame(outputRate(facts, packets), clip)
  const frames = frameCount(clip, rate)
  const size = outputSize(facts)
  const toneMaps = isHdr(facts) && (await canToneMap())
  const made = await writeFrames(
    {
      input: clipInput(plan.input, facts, packets.seekSeconds, job.limits),
      filters: videoFilters({ startSeconds, facts, size, rate, frames, canToneMap: toneMaps }),
      ...size,
      frames,
      watermarkText: plan.watermarkText,
    },
    job,
  ).catch((error: unknown) => {
    throw mediaError(error)
  })
  if (made.frames === 0) throw nothingDecoded(made.stderr, facts, startSeconds, packets.endSeconds)
  return { ...size, frames: made.frames, rate, hasAlpha: facts.hasAlpha }
}

/** The words that open a video so that decoding begins at the key frame before the clip, or at the beginning. */
export function clipInput(
  path: string,
  facts: VideoFacts,
  seekSeconds: number,
  limits: MediaLimits,
): string[] {
  return [
    ...decoderArgs(facts.codec, facts.hasAlpha),
    // The file's own time stamps: moved here, they would be rounded to ticks as long as frames in some files.
    '-copyts',
    // At the beginning nothing is sought: in AVI even that would miss the first frame.
    ...(seekSeconds === 0 ? [] : ['-noaccurate_seek', '-ss', seekSeconds.toFixed(6)]),
    // A video may change its size on the way; the scaler follows, a graph made anew would count from 0 again.
    ...['-reinit_filter', '0', '-threads', '2'],
    ...inputArgs(path, facts.type, limits, facts.codec),
  ]
}

/** No complaint and no frame: the video ended before the start, whatever its header says. */
function nothingDecoded(
  stderr: string,
  facts: VideoFacts,
  startSeconds: number,
  endSeconds: number | null,
): AppError {
  if (isTooLarge(stderr)) return tooLarge(stderr)
  if (stderr === '' && startSeconds > 0 && endSeconds !== null)
    return clipOutside(Math.min(endSeconds, facts.durationSeconds ?? endSeconds))
  return new AppError('media_broken', 'The file is damaged: no picture in it could be decoded.', {
    cause: stderr,
  })
}
