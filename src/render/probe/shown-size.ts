import { AppError } from '../../lib/app-error.ts'
import type { Crop } from '../../options/rules/crop.ts'
import { shownSize, type StoredSize } from '../../options/rules/shown-size.ts'

/** Browsers differ in how they round the size of a picture with non-square pixels. */
const tolerancePixels = 2

/** Throws AppError invalid_value if the crop is not within the displayed picture, to two pixels. */
export function checkCrop(crop: Crop, facts: StoredSize): void {
  const { width, height } = shownSize(facts)
  const isWithin = (end: number, side: number) => end <= side + tolerancePixels
  if (isWithin(crop.x + crop.width, width) && isWithin(crop.y + crop.height, height)) return
  throw new AppError(
    'invalid_value',
    `The crop reaches over the picture, which is ${width} pixels wide and ${height} high.`,
    { field: 'crop' },
  )
}
