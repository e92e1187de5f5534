import { renditionShape } from '../../media/rendition.ts'
import type { Branch } from '../decode/frame-stream.ts'
import { bitexact, exactFlags, renditionFile } from '../tools/ffmpeg-args.ts'
import type { FrameSource, Job } from '../job.ts'

/**
 * Options of `veryfast` to turn off: they take a fifth of x264's time, and save 1 to 2 % of the bytes of small frames.
 */
export const untried = '8x8dct=0:partitions=p8x8,i4x4'

/** Returns the branch for the MP4: H.264 in 4:2:0, on white where frames are transparent: the format has no alpha. */
export function mp4Branch(source: FrameSource, job: Job): Branch {
  return {
    filters: videoEncoderFilters(source, renditionShape('mp4', { ...source, durationMs: 1 })),
    output: [...ownTimesArgs(source), ...mp4Output(['-crf', '22'], renditionFile(job, 'mp4'))],
  }
}

/**
 * Returns the arguments for frames with individual times. ffmpeg guesses the duration of the last one, so it gets one
 * as a multiple of its time stamp, whose clock is not known here; all others end at the next time stamp. Without
 * B-frames, decoding times equal display times, so all players agree on them.
 */
export function ownTimesArgs({ framesMs }: Pick<FrameSource, 'framesMs'>): string[] {
  if (framesMs === undefined) return []
  const lastMs = framesMs.at(-1) ?? 0
  const startMs = framesMs.slice(0, -1).reduce((sum, ms) => sum + ms, 0)
  return ['-bf', '0', '-bsf:v', `setts=pts=PTS:dts=DTS:duration=PTS*${lastMs}/${startMs}`]
}

/**
 * Returns the filters that put frames on `opaqueBackground`. Multiplied by their alpha, frames are on black, so
 * inverted ones are on white once they are inverted back; `negate` leaves alpha as it is.
 */
function onBackground(hasAlpha: boolean): string[] {
  return hasAlpha ? ['format=gbrap', 'negate', 'premultiply=inplace=1', 'format=gbrp', 'negate'] : []
}

/** The tags for the output of `videoEncoderFilters`. Chroma is at the left pixel of two, as players of H.264 expect. */
const colorTags = [
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
  ...['-chroma_sample_location', 'left'],
]

/** Returns the arguments that write an MP4; `quality` are those that set its quality or size. */
export function mp4Output(quality: string[], file: string): string[] {
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-x264-params', untried, ...quality, '-threads', '1'],
    ...[...colorTags, '-movflags', '+faststart', '-f', 'mp4', ...bitexact, file],
  ]
}

/** Returns the arguments that write a WebM: VP9. */
export function webmOutput(file: string): string[] {
  return [
    ...['-c:v', 'libvpx-vp9', '-deadline', 'good', '-cpu-used', '5', '-crf', '34', '-b:v', '0'],
    ...['-row-mt', '0', '-threads', '1', '-auto-alt-ref', '1', '-lag-in-frames', '16'],
    ...[...colorTags, '-f', 'webm', ...bitexact, file],
  ]
}

/** Returns the filters that convert frames for a video of this size, which may exceed theirs by one on odd sides. */
export function videoEncoderFilters(
  { width, height, hasAlpha }: Pick<FrameSource, 'width' | 'height' | 'hasAlpha'>,
  target: { width: number; height: number },
): string {
  const isOwnSize = target.width - width < 2 && target.width >= width && target.height >= height
  const colors = [
    `scale=${target.width}:${target.height}:flags=${exactFlags}:out_color_matrix=bt709:out_range=tv:out_h_chr_pos=0`,
    'format=yuv420p',
  ]
  return [...onBackground(hasAlpha), ...(isOwnSize ? evenSides(width, height) : []), ...colors].join(',')
}

/** Repeats the last column or row: H.264 in 4:2:0 has only even sides. */
function evenSides(width: number, height: number): string[] {
  const right = width % 2
  const bottom = height % 2
  if (right + bottom === 0) return []
  const pad = `pad=${width + right}:${height + bottom}:0:0`
  return ['format=gbrp', pad, `fillborders=right=${right}:bottom=${bottom}:mode=smear`]
}
