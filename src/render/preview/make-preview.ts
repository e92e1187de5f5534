import { join } from 'node:path'
import type { PreviewMade, PreviewPlan } from '../../media/media-engine.ts'
import { continuousStream } from '../decode/continuous-stream.ts'
import { clipInput } from '../decode/video-source.ts'
import { mp4Output, ownTimesArgs, videoEncoderFilters } from '../encode/mp4.ts'
import { renditionBytes } from '../disk-need.ts'
import type { Job } from '../job.ts'
import { clipTimes, cutClip, isHdr } from '../probe/clip-plan.ts'
import { inspectClip } from '../probe/clip-packets.ts'
import { inputArgs, type VideoFacts } from '../probe/probe-video.ts'
import { valueOf } from '../probe/ratio.ts'
import { exactShownSize, shownSize } from '../../options/rules/shown-size.ts'
import { canToneMap } from '../process/scale.ts'
import { videoFilters } from '../steps.ts'
import { bitexact } from '../tools/ffmpeg-args.ts'
import { mediaError, runFfmpeg } from '../tools/ffmpeg.ts'
import { timedOutput } from '../tools/timed-frames.ts'
import { type PreviewForm, previewForm, previewName } from './preview-form.ts'

/** The most lines of a preview that is encoded again. */
const maxHeight = 360

/** Its most frames per second. */
const maxFps = 30

/** The length of a preview of a clip without a known end. */
const shortestSeconds = 0.1

/** The interval of key frames: dragging a player along the timeline decodes from the previous one. */
const keyFrameSeconds = 0.5

/**
 * Makes a version of a video that a browser can play, or determines that it can play the file as it is. A playable
 * stream is copied completely; otherwise the beginning, as long as the plan says, is encoded again at a small size.
 * Throws AppError.
 */
export async function makePreview(plan: PreviewPlan, job: Job): Promise<PreviewMade> {
  const { limits } = job
  const input = await continuousStream(plan.input, job)
  const { facts, packets } = await inspectClip(input, [0, plan.seconds], {
    ...limits,
    maxClipSeconds: Math.max(limits.maxClipSeconds, plan.seconds),
  })
  const form = await previewForm(input, facts, limits)
  const seen = Math.min(plan.seconds, packets.endSeconds ?? plan.seconds)
  const seconds = facts.durationSeconds ?? packets.endSeconds ?? seen
  const made = { ...shownSize(facts), seconds, rate: ownRate(facts) }
  const whole = { ...made, shownSeconds: seconds, isReencoded: false }
  if (form.how === 'as_is') return { ...whole, file: 'source', type: form.type }
  if (form.how === 'remux') {
    await remux(input, facts, form, job)
    return { ...whole, file: 'made', type: form.type }
  }
  const window = cutClip({ startSeconds: 0, endSeconds: Math.max(seen, shortestSeconds) }, facts, packets)
  const clip = clipTimes(window, facts, packets, { speed: 1, fps: null, maxFps, mustBeEven: false })
  const shownSeconds = Math.min(seen, Math.max(seconds, 1 / valueOf(clip.times.rate)))
  await encode(input, facts, clip, job)
  return { ...made, file: 'made', type: 'mp4', shownSeconds, isReencoded: true }
}

/** Returns the frames per second of the source; null if it does not say. */
function ownRate({ averageRate, nominalRate }: VideoFacts): number | null {
  const rate = averageRate ?? nominalRate
  return rate === null || valueOf(rate) <= 0 ? null : Math.min(1000, valueOf(rate))
}

async function remux(
  input: string,
  facts: VideoFacts,
  form: Extract<PreviewForm, { how: 'remux' }>,
  job: Job,
): Promise<void> {
  const container = form.type === 'mp4' ? ['-movflags', '+faststart', '-f', 'mp4'] : ['-f', 'webm']
  await run(
    [
      ...inputArgs(input, facts.type, job.limits, facts.codec),
      ...['-map', `0:${facts.stream}`, '-c', 'copy', '-avoid_negative_ts', 'make_zero'],
      ...[...container, ...bitexact, fileOf(job)],
    ],
    job,
  )
}

async function encode(
  input: string,
  facts: VideoFacts,
  { stamps, times }: ReturnType<typeof clipTimes>,
  job: Job,
): Promise<void> {
  const size = previewSize(facts)
  const { rate, shown, framesMs } = times
  const frames = shown.length
  await job.reserve(renditionBytes({ ...size, frames }))
  const filters = videoFilters({
    startSeconds: times.startSeconds,
    speed: 1,
    crop: null,
    facts,
    size,
    rate,
    frames,
    mayEndEarly: true,
    ...(framesMs !== null && { stamps: shown.map((index) => stamps[index] ?? 0) }),
    canToneMap: isHdr(facts) && (await canToneMap()),
  })
  const target = { width: size.width + (size.width % 2), height: size.height + (size.height % 2) }
  const keyFrames = String(Math.max(1, Math.floor(valueOf(rate) * keyFrameSeconds)))
  await run(
    [
      ...clipInput(input, facts, 0, job.limits, { x264Build: null }),
      ...['-map', `0:${facts.stream}`, '-vf'],
      `${filters},${videoEncoderFilters({ ...size, hasAlpha: facts.hasAlpha }, target)}`,
      ...['-g', keyFrames, '-bf', '0', '-profile:v', 'main'],
      ...(framesMs === null ? [] : [...ownClock, ...ownTimesArgs({ framesMs })]),
      ...mp4Output(['-crf', '18'], fileOf(job)),
    ],
    job,
    (line) => {
      const done = /^frame=\s*(\d+)/.exec(line)?.[1]
      if (done !== undefined) job.onProgress(Math.min(1, Number(done) / frames))
    },
  )
}

/** The arguments that keep the frames' own times. */
const ownClock = ['-fps_mode', 'passthrough', ...timedOutput]

function previewSize(facts: VideoFacts): { width: number; height: number } {
  const own = exactShownSize(facts)
  const scale = Math.min(1, maxHeight / own.height, (maxHeight * 4) / own.width)
  return {
    width: Math.max(2, Math.round(own.width * scale)),
    height: Math.max(2, Math.round(own.height * scale)),
  }
}

function fileOf(job: Job): string {
  return `file:${join(job.folder(), previewName)}`
}

/** Runs ffmpeg, and reads its progress from the standard output, one line per value. */
async function run(args: string[], job: Job, onLine: (line: string) => void = () => {}): Promise<void> {
  try {
    await runFfmpeg({
      args: ['-progress', 'pipe:1', ...args],
      maxCpuSeconds: job.maxCpuSeconds,
      onOutput: (chunk) => {
        for (const line of chunk.toString('utf8').split('\n')) onLine(line)
      },
    })
  } catch (error) {
    throw mediaError(error)
  }
}
