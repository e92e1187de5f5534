import { readFile } from 'node:fs/promises'
import type { PicturesPlan } from '../media/media-engine.ts'
import { mediaError } from './ffmpeg.ts'
import { writeFrames } from './frame-file.ts'
import type { FrameSet, Job } from './job.ts'
import { drawPicture } from './picture.ts'
import { writeRatio } from './ratio.ts'

/** Makes the frames of a GIF from pictures, one a picture, in order. Throws AppError as MediaEngine says. */
export async function makePictureFrames(plan: PicturesPlan, job: Job): Promise<FrameSet> {
  const { width, height } = plan
  const rate = { over: 1000, under: plan.delayMs }
  const pictures = { isOpaque: true }
  async function* frames() {
    for (const [index, path] of plan.inputs.entries()) {
      const drawn = await drawPicture(await readFile(path), index + 1, plan, job.limits)
      if (!drawn.isOpaque) pictures.isOpaque = false
      yield drawn.pixels
    }
  }
  const made = await writeFrames(
    {
      input: [
        ...['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${width}x${height}`],
        ...['-framerate', writeRatio(rate), '-protocol_whitelist', 'pipe', '-i', 'pipe:0'],
      ],
      filters: 'format=bgra',
      width,
      height,
      frames: plan.inputs.length,
      watermarkText: plan.watermarkText,
      feed: frames(),
    },
    job,
  ).catch((error: unknown) => {
    throw mediaError(error, 'The pictures are too many for their size; choose fewer or smaller ones.')
  })
  return {
    width,
    height,
    frames: made.frames,
    rate,
    hasAlpha: !pictures.isOpaque,
  }
}
