import { sniffVideo, sniffBytes } from '../../media/file-type.ts'
import { readHead } from '../../lib/disk/files.ts'
import type { DerivePlan, KeepPlan, RenderPlan } from '../../media/media-engine.ts'
import { defaultClipOptions } from '../../options/clip-options.ts'
import { defaultGifOptions } from '../../options/gif-options.ts'
import { type FrameSource, type Job, noFramesMade } from '../job.ts'
import { type Ratio, valueOf } from '../probe/ratio.ts'
import { inputArgs } from '../probe/probe-video.ts'
import { exactFlags } from '../process/exact-flags.ts'
import { scaleFilters } from '../process/scale.ts'
import { mediaError } from '../tools/ffmpeg.ts'

/** The plan whose frames renditions are derived from; null where a stored MP4 has them, one after the other. */
export async function planOf({ from, gif }: DerivePlan): Promise<RenderPlan | KeepPlan | null> {
  if (from.kind === 'source') {
    if (from.plan.kind === 'keep') return from.plan
    // The size is that of the GIF, whatever bytes made it so.
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
    clip: { ...defaultClipOptions, width: gif.width, fps: valueOf(rateOf(gif)) },
  }
}

/** The frames of the GIF as a stored MP4 has them, in a size that may be even where that of the GIF is not. */
export function storedFrames({ from, gif }: DerivePlan, job: Job): FrameSource {
  if (from.kind !== 'stored') throw new Error('unreachable: no stored file is given')
  return {
    input: ['-threads', '1', ...inputArgs(from.input, 'mp4', job.limits, 'h264')],
    // Color is where `videoEncoderFilters` places it.
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
}

/** The frames of a source as those of the GIF: in its size, as many, and at its rate. */
export function asGif(source: FrameSource, gif: DerivePlan['gif']): FrameSource {
  const isScaled = source.width !== gif.width || source.height !== gif.height
  // To fit into its bytes, a GIF may show one of every few frames.
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

/** Frames a second. */
export function rateOf({ frames, durationMs }: { frames: number; durationMs: number }): Ratio {
  return { over: frames * 1000, under: durationMs }
}
