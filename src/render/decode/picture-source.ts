import { readFile } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import type { PicturesPlan } from '../../media/media-engine.ts'
import { ownError } from '../tools/ffmpeg.ts'
import { rawInput } from '../tools/ffmpeg-args.ts'
import { type FrameSource, type Job, noOwnFrames } from '../job.ts'
import { drawPicture, readHeader } from './picture.ts'

/** So many of the largest picture may be the pictures of one GIF together, however small their files. */
const largestPictures = 10

/** Beyond that each byte may stand for so many pixels: more than any photograph or drawing, far less than a bomb. */
const pixelsPerByte = 1000

const tooMany = 'The pictures are too many for their size; choose fewer or smaller ones.'

/** The frames of a GIF from pictures, one a picture, in order. Throws AppError as MediaEngine says. */
export async function pictureFrames(plan: PicturesPlan, job: Job): Promise<FrameSource> {
  const { inputs, width, height, delayMs, watermarkText } = plan
  const hasAlpha = await checkPictures(inputs, job)
  const rate = { over: 1000, under: delayMs }
  async function* pictures() {
    for (const [index, path] of inputs.entries()) {
      yield await drawPicture(await readFile(path), index + 1, plan, job.limits)
    }
  }
  return {
    input: rawInput(plan, rate),
    filters: 'null',
    decoding: null,
    feed: pictures(),
    ...{ width, height, frames: inputs.length, rate, hasAlpha, watermarkText },
    toError: (error) => ownError(error, tooMany),
    noFrames: noOwnFrames,
  }
}

/**
 * A small file can ask for seconds of decoding, and there may be hundreds of them: before anything is decoded, what all
 * headers say together has to be in proportion. Gives whether one of them may be see-through. Throws AppError
 * media_too_large, and what a single picture is.
 */
async function checkPictures(inputs: readonly string[], { limits }: Job): Promise<boolean> {
  let left = largestPictures * limits.maxMegapixels * 1e6
  let hasAlpha = false
  for (const [index, path] of inputs.entries()) {
    const bytes = await readFile(path)
    const header = await readHeader(bytes, index + 1, limits)
    left += bytes.length * pixelsPerByte - header.pixels
    hasAlpha ||= header.hasAlpha
    if (left >= 0) continue
    throw new AppError(
      'media_too_large',
      'The pictures have more pixels together than this service accepts; choose fewer or smaller ones.',
      { field: 'pictures[]' },
    )
  }
  return hasAlpha
}
