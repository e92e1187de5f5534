import { readFile } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import type { ClipOptions } from '../../media/gif-options.ts'
import {
  type Animation,
  animationError,
  animationSeconds,
  type DrawnSize,
  drawFrames,
  framesAt,
  readAnimation,
} from '../decode/animated-webp.ts'
import type { ClipWindow, FrameFeed } from './clip-feed.ts'
import { usualRate } from './clip-filters.ts'
import type { Frame } from './pam.ts'

/** In pixels; a narrower source keeps its width. */
const usualWidth = 480

/**
 * An animated WebP as a stream of frames, sampled as those of a video: ffmpeg does not read the format. Throws AppError
 * media_broken, clip_outside_video, and invalid_value for a crop that is not inside.
 */
export async function openWebp(
  path: string,
  { startSeconds, endSeconds }: ClipWindow,
  clip: ClipOptions,
): Promise<FrameFeed> {
  const bytes = await readFile(path)
  const animation = readAnimation(bytes, path)
  const { width: ownWidth, height: ownHeight } = animation
  const { crop } = clip
  if (crop !== null && (crop.x + crop.width > ownWidth || crop.y + crop.height > ownHeight)) {
    const message = `The crop is not inside the picture, which is ${ownWidth} pixels wide and ${ownHeight} high.`
    throw new AppError('invalid_value', message, { field: 'crop' })
  }
  const rate = clip.fps ?? usualRate
  const lengthSeconds = animationSeconds(animation)
  const start = startSeconds ?? 0
  if (start >= lengthSeconds) {
    const message = `${path} is ${Number(lengthSeconds.toFixed(2))} seconds long; choose an earlier start.`
    throw new AppError('clip_outside_video', message, { field: 'start' })
  }
  const seconds = Math.min(lengthSeconds, endSeconds ?? Infinity) - start
  const count = Math.max(1, Math.round((seconds / clip.speed) * rate))
  const moments = Array.from({ length: count }, (_, index) => (start + (index * clip.speed) / rate) * 1000)
  const kept = crop ?? { width: ownWidth, height: ownHeight }
  const width = clip.width ?? Math.min(usualWidth, kept.width)
  const size = { crop, width, height: Math.max(1, Math.round((width * kept.height) / kept.width)) }
  return {
    frameMs: 1000 / rate,
    expectedFrames: count,
    frames: showFrames({ path, bytes }, animation, framesAt(animation, moments), size),
  }
}

async function* showFrames(
  { path, bytes }: { path: string; bytes: Buffer },
  animation: Animation,
  numbers: number[],
  { crop, width, height }: DrawnSize,
): AsyncGenerator<Frame> {
  try {
    for await (const pixels of drawFrames(bytes, animation, numbers, { crop, width, height })) {
      // Whoever takes a frame may keep or change it, and the next one may be the same.
      yield { width, height, pixels: new Uint8Array(pixels) }
    }
  } catch (cause) {
    throw animationError(cause, path)
  }
}
