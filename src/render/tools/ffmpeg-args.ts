import type { RenditionName } from '../../media/rendition.ts'
import { type Job, renditionPath } from '../job.ts'
import { type Ratio, writeRatio } from '../probe/ratio.ts'

/**
 * The flags of every ffmpeg scaler: full chroma resolution, and sums rounded to the nearest. Without them, colors are
 * off by up to two levels of 255.
 */
export const exactFlags = 'bicubic+accurate_rnd+full_chroma_int+full_chroma_inp'

/** For every output: no metadata from the source, and none about the time and programs that made it. */
export const bitexact = [
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
]

/** Returns the arguments that open raw frames on `pipe:0`: RGBA, at this rate. */
export function rawInput({ width, height }: { width: number; height: number }, rate: Ratio): string[] {
  return [
    ...['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${width}x${height}`],
    ...['-framerate', writeRatio(rate), '-protocol_whitelist', 'pipe', '-i', 'pipe:0'],
  ]
}

/** Returns the argument that names the file of a rendition. */
export function renditionFile(job: Job, name: RenditionName): string {
  return `file:${renditionPath(job, name)}`
}
