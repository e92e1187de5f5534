import { PictureScaler } from '../../gif/scale/picture-scaler.ts'
import type { Crop } from '../../options/rules/crop.ts'
import { type AnimatedPicture, animationError } from './animated-picture.ts'

export type DrawnSize = { crop: Crop | null; width: number; height: number }

/**
 * Draws the frames of these numbers, which do not descend, cropped and scaled: RGBA, straight alpha, each in a new
 * buffer. Throws AppError media_broken, media_too_large or timed_out.
 */
export async function* drawFrames(
  picture: AnimatedPicture,
  numbers: readonly number[],
  { crop, ...size }: DrawnSize,
): AsyncGenerator<Uint8Array> {
  const { width, height, hasAlpha, name } = picture
  const scaler = new PictureScaler(within(crop, picture), size)
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  const wanted = [...counts.keys()]
  let drawn = 0
  try {
    for await (const pixels of picture.frames(wanted)) {
      const frame = scaler.scale({ kind: 'rgba', width, height, pixels, hasAlpha })
      const count = counts.get(wanted[drawn] ?? -1) ?? 0
      drawn += 1
      for (let time = 1; time < count; time += 1) yield frame.slice()
      yield frame
    }
  } catch (cause) {
    throw animationError(cause, name)
  }
  if (drawn < wanted.length) throw animationError(`only ${drawn} frames`, name)
}

/**
 * Draws the same frames, but tolerates damage to the last ones, up to the share `maxDamagedShare`. As in browsers, the
 * last whole frame then stays on screen. Throws what `drawFrames` throws.
 */
export async function* drawPossible(
  picture: AnimatedPicture,
  numbers: readonly number[],
  size: DrawnSize,
  maxDamagedShare: number,
): AsyncGenerator<Uint8Array> {
  let drawn = 0
  let last: Uint8Array | undefined
  try {
    for await (const frame of drawFrames(picture, numbers, size)) {
      // The consumer may draw over the frame.
      last = frame.slice()
      drawn += 1
      yield frame
    }
  } catch (error) {
    if (last === undefined || numbers.length - drawn > numbers.length * maxDamagedShare) throw error
    for (; drawn < numbers.length; drawn += 1) yield last.slice()
  }
}

/** A crop may extend two pixels past the picture; the extracted area may not. */
function within(crop: Crop | null, { width, height }: { width: number; height: number }): Crop {
  if (crop === null) return { x: 0, y: 0, width, height }
  const [x, y] = [Math.min(crop.x, width - 1), Math.min(crop.y, height - 1)]
  return { x, y, width: Math.min(crop.width, width - x), height: Math.min(crop.height, height - y) }
}
