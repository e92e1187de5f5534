import { type FrameSource, intermediatePath, type Job } from '../job.ts'

/** Returns the watermark as another input of ffmpeg, and the filter that puts it on frames; null without one. */
export async function overlayWatermark(
  source: Pick<FrameSource, 'watermarkText' | 'width' | 'height'>,
  job: Job,
): Promise<{ input: string[]; filter: string } | null> {
  const { watermarkText } = source
  if (watermarkText === null) return null
  // Loaded on demand: sharp takes a while to load.
  const { makeWatermark } = await import('./draw-watermark.ts')
  const watermark = await makeWatermark(watermarkText, source, intermediatePath(job, 'watermark'))
  if (watermark === null) return null
  const { path, x, y } = watermark
  return {
    input: ['-protocol_whitelist', 'file', '-i', `file:${path}`],
    filter: `overlay=${x}:${y}:format=rgb`,
  }
}
