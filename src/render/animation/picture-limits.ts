import { AppError } from '../../lib/app-error.ts'
import type { SourceLimits } from '../job.ts'
import { tooLarge } from '../tools/ffmpeg.ts'
import type { AnimatedPicture } from './animated-picture.ts'

/** This many of the largest frame may be decoded for one animation, however small the file. */
const largestFrames = 10

/** In addition, each byte may produce this many pixels: more than in any animation, far less than in a bomb. */
const pixelsPerByte = 1000

/** The most frames to read for a clip of an animation whose frames are found without decoding those before. */
const maxClipFrames = 40_000

/** Returns the most pixels that all frames of a file of this size may have together. */
export function maxWork(fileBytes: number, { maxMegapixels }: SourceLimits): number {
  return largestFrames * maxMegapixels * 1e6 + fileBytes * pixelsPerByte
}

/** ffmpeg decodes no larger frames, whatever MAX_MEGAPIXELS allows: av_image_check_size of libavutil. */
const maxDecodedPixels = 2 ** 28

/** Returns the most pixels of a frame that can be remade. */
export function maxCanvasPixels({ maxMegapixels }: SourceLimits): number {
  return Math.min(maxDecodedPixels, maxMegapixels * 1e6)
}

/** Returns the most frames of an animated picture to read for a clip. */
export function maxFramesRead(type: string, { maxAnimationFrames, anyFormat = false }: SourceLimits): number {
  if (type === 'webp') return maxAnimationFrames
  return anyFormat ? Infinity : maxClipFrames
}

/** Throws AppError media_too_large if an animated picture has too many frames, or too many pixels in each. */
export function checkHeaders(
  { name, width, height, hasMore }: AnimatedPicture,
  maxFrames: number,
  limits: SourceLimits,
): void {
  if (hasMore) throw new AppError('media_too_large', `${name} has more than ${maxFrames} frames.`)
  if (width * height > maxCanvasPixels(limits)) throw tooLarge(`${width}x${height}`)
}

/** Throws AppError media_too_large if decoding this many frames is out of proportion to the file. */
export function checkWork(
  { width, height, fileBytes }: AnimatedPicture,
  frames: number,
  limits: SourceLimits,
): void {
  if (frames * width * height > maxWork(fileBytes, limits))
    throw tooMuchWork(`${frames} frames of ${width}x${height}`)
}

/** Returns the AppError for a clip whose frames have too many pixels together. */
export function tooMuchWork(cause: unknown): AppError {
  const message = 'The clip has more frames than this service accepts for their size; choose a shorter one.'
  return new AppError('media_too_large', message, { cause })
}
