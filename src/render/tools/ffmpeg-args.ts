import type { RenditionName } from '../../media/rendition.ts'
import { type Job, renditionPath } from '../job.ts'
import { type Ratio, writeRatio } from '../probe/ratio.ts'

/**
 * The flags of every scaler of ffmpeg: each pixel has a color of its own, and sums are rounded to the nearest. Without
 * them, colors are off by up to two levels of 255.
 */
export const exactFlags = 'bicubic+accurate_rnd+full_chroma_int+full_chroma_inp'

/** For every output: no metadata of the source, and none of the time and programs it was made with. */
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

/** The arguments that open raw frames on `pipe:0`: RGBA, at this rate. */
export function rawInput({ width, height }: { width: number; height: number }, rate: Ratio): string[] {
  return [
    ...['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${width}x${height}`],
    ...['-framerate', writeRatio(rate), '-protocol_whitelist', 'pipe', '-i', 'pipe:0'],
  ]
}

/** The argument that names the file of a rendition. */
export function renditionFile(job: Job, name: RenditionName): string {
  return `file:${renditionPath(job, name)}`
}
