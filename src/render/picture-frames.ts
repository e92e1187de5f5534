import { readFile } from 'node:fs/promises'
import { AppError } from '../lib/app-error.ts'
import type { PicturesPlan } from '../media/media-engine.ts'
import { mediaError } from './ffmpeg.ts'
import { writeFrames } from './frame-file.ts'
import type { FrameSet, Job } from './job.ts'
import { countPixels, drawPicture } from './picture.ts'
import { writeRatio } from './ratio.ts'

/** So many of the largest picture may be the pictures of one GIF together, however small their files. */
const largestPictures = 10

/** Beyond that each byte may stand for so many pixels: more than any photograph or drawing, far less than a bomb. */
const pixelsPerByte = 1000

/** Makes the frames of a GIF from pictures, one a picture, in order. Throws AppError as MediaEngine says. */
export async function makePictureFrames(plan: PicturesPlan, job: Job): Promise<FrameSet> {
  await checkPixels(plan.inputs, job)
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

/**
 * A small file can ask for seconds of decoding, and there may be hundreds of them: before anything is decoded, what all
 * headers say together has to be in proportion. Throws AppError media_too_large, and what a single picture is.
 */
async function checkPixels(inputs: readonly string[], { limits }: Job): Promise<void> {
  let left = largestPictures * limits.maxMegapixels * 1e6
  for (const [index, path] of inputs.entries()) {
    const bytes = await readFile(path)
    left += bytes.length * pixelsPerByte - (await countPixels(bytes, index + 1, limits))
    if (left >= 0) continue
    throw new AppError(
      'media_too_large',
      'The pictures have more pixels together than this service accepts; choose fewer or smaller ones.',
      { field: 'pictures[]' },
    )
  }
}
