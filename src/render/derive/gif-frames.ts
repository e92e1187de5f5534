import { sniffVideo, sniffBytes } from '../../media/file-type.ts'
import { readHead } from '../../lib/disk/files.ts'
import type { DerivePlan, KeepPlan, RenderPlan } from '../../media/media-engine.ts'
import { defaultClipOptions } from '../../options/clip-options.ts'
import { defaultGifOptions } from '../../options/gif-options.ts'
import { streamFrames } from '../decode/frame-stream.ts'
import { type FrameSource, type Job, noFramesMade } from '../job.ts'
import { timedSource } from '../keep/timed-source.ts'
import type { Ratio } from '../probe/ratio.ts'
import { inputArgs, probePackets } from '../probe/probe-video.ts'
import { pullFrames } from '../process/pull-frames.ts'
import { scaleFilters } from '../process/scale.ts'
import { mediaError } from '../tools/ffmpeg.ts'
import { exactFlags, rawInput } from '../tools/ffmpeg-args.ts'

/** Times of an even rate differ by up to this, in whole milliseconds. */
const roundedMs = 1

/** Returns the plan whose frames renditions are derived from; null if a stored MP4 has them, one after another. */
export async function planOf({ from, gif }: DerivePlan): Promise<RenderPlan | KeepPlan | null> {
  if (from.kind === 'source') {
    if (from.plan.kind === 'keep') return from.plan
    // The size is that of the GIF, even if a size limit reduced it.
    return { ...from.plan, gif: { ...from.plan.gif, maxBytes: null } }
  }
  if (sniffVideo(await readHead(from.input, sniffBytes)) === 'mp4') return null
  return {
    kind: 'video',
    input: from.input,
    startSeconds: 0,
    endSeconds: gif.durationMs / 1000,
    watermarkText: null,
    gif: defaultGifOptions,
    clip: { ...defaultClipOptions, width: gif.width },
  }
}

/**
 * Opens the frames of the GIF from a stored MP4, with its times, in a size that may be even although the GIF's is odd.
 * Throws what `probeVideo` throws.
 */
export async function storedFrames({ from, gif }: DerivePlan, job: Job): Promise<FrameSource> {
  if (from.kind !== 'stored') throw new Error('unreachable: no stored file is given')
  const { packets } = await probePackets(from.input, [0, gif.durationMs / 1000 + 1], job.limits)
  const source: FrameSource = {
    input: ['-threads', '1', ...inputArgs(from.input, 'mp4', job.limits, 'h264')],
    // Chroma is placed as `videoEncoderFilters` does.
    filters: `scale=flags=${exactFlags}:in_color_matrix=bt709:in_range=tv:in_h_chr_pos=0,format=gbrp,crop=${gif.width}:${gif.height}:0:0`,
    width: gif.width,
    height: gif.height,
    frames: gif.frames,
    rate: rateOf(gif),
    hasAlpha: false,
    watermarkText: null,
    decoding: null,
    toError: mediaError,
    noFrames: noFramesMade,
  }
  const framesMs = packets.map(({ duration_time: seconds }) => Math.round(Number(seconds ?? 0) * 1000))
  const frameMs = gif.durationMs / gif.frames
  const isEven = framesMs.every((ms) => Math.abs(ms - frameMs) <= roundedMs)
  if (isEven || framesMs.length !== gif.frames || framesMs.includes(0)) return source
  const feed = pullFrames((hand) => streamFrames(source, job, hand))
  return timedSource({ width: gif.width, height: gif.height, hasAlpha: false, framesMs, feed })
}

/** Converts the frames of a source to those of the GIF: its size, its number of frames, its rate or their own times. */
export function asGif(source: FrameSource, gif: DerivePlan['gif']): FrameSource {
  const { framesMs, feed } = source
  if (framesMs !== undefined && feed !== undefined) return timedAsGif({ ...source, framesMs, feed }, gif)
  const isScaled = source.width !== gif.width || source.height !== gif.height
  // To fit its size limit, a GIF may show one of every few frames.
  const keepEvery = Number.isFinite(source.frames) ? Math.max(1, Math.round(source.frames / gif.frames)) : 1
  const rate = rateOf(gif)
  const filters = [
    source.filters,
    ...(isScaled ? [scaleFilters(gif, source.hasAlpha)] : []),
    ...(keepEvery > 1 ? [`select='not(mod(n,${keepEvery}))'`] : []),
    // A loop whose ends were rounded may be a frame shorter.
    'tpad=stop_mode=clone:stop=-1',
    `trim=end_frame=${gif.frames}`,
    `settb=1/1000000,setpts=N*${rate.under}*1000000/${rate.over}`,
  ]
  const { width, height, frames } = gif
  return { ...source, filters: filters.join(','), width, height, frames, rate }
}

/** Converts frames with individual times; to an even rate if the GIF was made within a size limit, which needs one. */
function timedAsGif(
  source: FrameSource & { framesMs: readonly number[]; feed: AsyncIterable<Uint8Array> },
  gif: DerivePlan['gif'],
): FrameSource {
  const { width, height, frames, durationMs } = gif
  const { framesMs, feed } = source
  const isScaled = source.width !== width || source.height !== height
  const feedSize = { width: source.width, height: source.height }
  const filters = isScaled ? scaleFilters(gif, source.hasAlpha) : 'null'
  const shaped = { ...source, feedSize, filters, width, height }
  if (framesMs.length === frames) return shaped
  let startMs = 0
  const startsMs = framesMs.map((ms) => (startMs += ms) - ms)
  const shown = Array.from({ length: frames }, (_, frame) =>
    Math.max(
      0,
      startsMs.findLastIndex((start) => start <= ((frame + 0.5) * durationMs) / frames),
    ),
  )
  const rate = rateOf(gif)
  const even = { framesMs: undefined, frames, rate, input: rawInput(feedSize, rate) }
  return { ...shaped, ...even, feed: pick(feed, shown) }
}

/** Yields the frames of these numbers, which do not descend. */
async function* pick(
  frames: AsyncIterable<Uint8Array>,
  numbers: readonly number[],
): AsyncGenerator<Uint8Array> {
  let [next, at] = [0, 0]
  for await (const frame of frames) {
    for (; numbers[at] === next; at += 1) yield frame
    next += 1
  }
}

/** Returns the frames per second. */
export function rateOf({ frames, durationMs }: { frames: number; durationMs: number }): Ratio {
  return { over: frames * 1000, under: durationMs }
}
