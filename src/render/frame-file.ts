import { runFfmpeg } from './ffmpeg.ts'
import { intermediatePath, type Job } from './job.ts'
import { makeWatermark } from './watermark.ts'

export type FrameSource = {
  /** The words that open the source as ffmpeg's first input. */
  input: string[]
  /** What turns `[0:V:0]` into exactly `frames` frames of BGRA. */
  filters: string
  width: number
  height: number
  frames: number
  watermarkText: string | null
  feed?: AsyncIterable<Uint8Array>
}

/**
 * Decodes the source once, into one lossless file of watermarked frames. Gives what ffmpeg complained of and how
 * many frames there are: fewer than asked for only where the source has none.
 * Throws ToolFailure, and what the feed throws.
 */
export async function writeFrames(
  source: FrameSource,
  job: Job,
): Promise<{ stderr: string; frames: number }> {
  const { frames, width, height } = source
  const watermark = await makeWatermark(
    source.watermarkText,
    { width, height },
    intermediatePath(job, 'watermark'),
  )
  const graph = [
    `[0:V:0]${source.filters}[clip]`,
    watermark === null
      ? '[clip]null[marked]'
      : `[clip][1:v]overlay=${watermark.x}:${watermark.y}:format=rgb[marked]`,
    '[marked]format=bgra[frames]',
  ]
  return runFfmpeg({
    args: [
      ...source.input,
      ...(watermark === null ? [] : ['-protocol_whitelist', 'file', '-i', `file:${watermark.path}`]),
      ...[
        '-filter_complex',
        graph.join(';'),
        '-map_metadata',
        '-1',
        '-map_chapters',
        '-1',
        '-an',
        '-sn',
        '-dn',
      ],
      ...['-map', '[frames]', '-frames:v', String(frames), '-c:v', 'ffvhuff', '-threads', '1', '-f', 'nut'],
      `file:${intermediatePath(job, 'frames')}`,
    ],
    maxCpuSeconds: job.maxCpuSeconds,
    onFrames: (count) => job.onProgress(Math.min(1, count / frames)),
    ...(source.feed !== undefined && { feed: source.feed }),
  })
}
