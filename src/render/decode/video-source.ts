import { availableParallelism } from 'node:os'
import type { AppError } from '../../lib/app-error.ts'
import type { VideoPlan } from '../../media/media-engine.ts'
import { decoderArgs } from '../tools/decoders.ts'
import { isTooLarge, mediaError, nothingDecoded, unfinishedFile } from '../tools/ffmpeg.ts'
import { checkCrop } from '../probe/shown-size.ts'
import type { FrameSource, Job, SourceLimits } from '../job.ts'
import { ratesOf } from '../../options/rules/frame-times.ts'
import { needsEvenFrames, videoFilters } from '../steps.ts'
import { inspectClip } from '../probe/clip-packets.ts'
import { inputArgs, type VideoFacts } from '../probe/probe-video.ts'
import { canToneMap } from '../process/scale.ts'
import { clipOutside, clipTimes, cutClip, isHdr, outputSize } from '../probe/clip-plan.ts'
import { continuousStream } from './continuous-stream.ts'
import { withOwnTimes } from './own-times.ts'
import { readX264Build, x264Args } from '../probe/x264-build.ts'

/** Larger frames are decoded by two threads, to be in time; for smaller ones, or on one core, that costs too much. */
const singleThreadPixels = 1_000_000

/** Opens the frames of a clip of a video. Throws AppError as MediaEngine documents. */
export async function openVideo(plan: VideoPlan, job: Job): Promise<FrameSource> {
  const { watermarkText } = plan
  const { speed, crop, fps } = plan.clip
  const { maxFps, maxWidth, maxClipSeconds } = job.limits
  // Slowing a clip down makes it longer.
  const maxSeconds = maxClipSeconds * Math.min(1, speed)
  const endSeconds = Math.min(plan.endSeconds, plan.startSeconds + maxSeconds)
  const requested = { startSeconds: plan.startSeconds, endSeconds }
  const input = await continuousStream(plan.input, job)
  const { facts, packets } = await inspectClip(input, [requested.startSeconds, endSeconds], job.limits)
  if (crop !== null) checkCrop(crop, facts)
  const rates = ratesOf(facts.avif !== null, fps, maxFps)
  const options = { speed, fps, ...rates, mustBeEven: needsEvenFrames(plan) }
  const { stamps, times } = clipTimes(cutClip(requested, facts, packets), facts, packets, options)
  const { startSeconds, rate, shown } = times
  const frames = shown.length
  const size = outputSize(facts, plan.clip, maxWidth)
  const toneMaps = isHdr(facts) && (await canToneMap())
  const { seekSeconds } = packets
  const x264Build = facts.codec === 'h264' && seekSeconds > 0 ? await readX264Build(input) : null
  const inputFrom = (place: number, threads?: number) =>
    clipInput(input, facts, place, job.limits, { x264Build, threads })
  const source: FrameSource = {
    input: inputFrom(seekSeconds),
    stream: facts.stream,
    decoding: {
      seekSeconds,
      inputFrom,
      stream: facts.stream,
      startStamp: facts.startStamp,
      window: {
        fromStamp: facts.startStamp + startSeconds,
        // Only the beginning of a clip without a limit is judged.
        toStamp:
          facts.startStamp +
          (packets.isPartial === true ? (packets.endSeconds ?? times.endSeconds) : times.endSeconds),
        blocks: Math.ceil(facts.width / 16) * Math.ceil(facts.height / 16),
      },
      maxDamagedShare: job.limits.maxDamagedShare,
    },
    filters: videoFilters({
      startSeconds,
      speed,
      crop,
      facts,
      size,
      rate,
      frames,
      canToneMap: toneMaps,
      mayEndEarly: packets.isPartial === true,
      ...(times.framesMs !== null && { stamps: shown.map((index) => stamps[index] ?? 0) }),
    }),
    ...size,
    frames: times.framesMs === null ? frames : Infinity,
    rate,
    hasAlpha: facts.hasAlpha,
    watermarkText,
    toError: mediaError,
    noFrames: (stderr) => noPictures(stderr, facts, startSeconds, packets.endSeconds),
  }
  const { framesMs } = times
  return framesMs === null ? source : withOwnTimes(source, { ...times, framesMs }, stamps, job)
}

/** Returns the arguments that open a video to decode from the key frame before the clip, or from the beginning. */
export function clipInput(
  path: string,
  facts: VideoFacts,
  seekSeconds: number,
  limits: SourceLimits,
  { x264Build, threads = suitableThreads(facts) }: { x264Build: number | null; threads?: number | undefined },
): string[] {
  return [
    ...decoderArgs(facts.codec, facts.hasAlpha),
    ...x264Args(x264Build),
    // The file's own time stamps: if ffmpeg moved them, some files' would be rounded to ticks as long as frames.
    '-copyts',
    // There is no seek to the beginning: in AVI even that would miss the first frame.
    ...(seekSeconds === 0 ? [] : ['-noaccurate_seek', '-ss', seekSeconds.toFixed(6)]),
    // A video may change its size midway; the scaler follows, while a rebuilt filter graph would count from 0 again.
    ...['-reinit_filter', '0', '-threads', String(threads)],
    ...inputArgs(path, facts.type, limits, facts.codec),
  ]
}

function suitableThreads({ width, height }: VideoFacts): number {
  return width * height > singleThreadPixels ? Math.min(2, availableParallelism()) : 1
}

/** Without an error and without a frame, the video ended before the start, whatever its header says. */
function noPictures(
  stderr: string,
  facts: VideoFacts,
  startSeconds: number,
  endSeconds: number | null,
): AppError {
  if (stderr === '' && startSeconds > 0 && endSeconds !== null)
    return clipOutside(Math.min(endSeconds, facts.durationSeconds ?? endSeconds))
  // There are no packets.
  return endSeconds === null && !isTooLarge(stderr) ? unfinishedFile(stderr) : nothingDecoded(stderr)
}
