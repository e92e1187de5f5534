import { AppError } from '../../lib/app-error.ts'
import type { Crop } from '../../options/rules/crop.ts'
import type { PictureFacts } from './probe-video.ts'
import { valueOf } from './ratio.ts'

type Size = { width: number; height: number }

/** Browsers round the size of a picture whose pixels are not square in ways of their own. */
const tolerancePixels = 2

/**
 * The size of a video as browsers show it, and so as a crop sees it: of pixels that are not square, the shorter side
 * is made longer.
 */
export function shownSize(facts: PictureFacts): Size {
  const { width, height } = exactShownSize(facts)
  const aspect = facts.pixelAspect ? valueOf(facts.pixelAspect) : 1
  const scale = aspect < 1 ? 1 / aspect : 1
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The size of a video on a screen, with rotation and pixel aspect applied; never higher than it is, and not rounded. */
export function exactShownSize(facts: PictureFacts): Size {
  const width = facts.width * (facts.pixelAspect ? valueOf(facts.pixelAspect) : 1)
  return isTurned(facts) ? { width: facts.height, height: width } : { width, height: facts.height }
}

/** Throws AppError invalid_value where the crop does not lie within the picture as it is shown, to two pixels. */
export function checkCrop(crop: Crop, facts: PictureFacts): void {
  const { width, height } = shownSize(facts)
  const isWithin = (end: number, side: number) => end <= side + tolerancePixels
  if (isWithin(crop.x + crop.width, width) && isWithin(crop.y + crop.height, height)) return
  throw new AppError(
    'invalid_value',
    `The crop reaches over the picture, which is ${width} pixels wide and ${height} high.`,
    { field: 'crop' },
  )
}

/** Whether the video is stored on its side. */
export function isTurned({ rotationDegrees }: PictureFacts): boolean {
  return Math.abs(Math.round(rotationDegrees)) % 180 === 90
}
