/** Where the first sample of color is, in pixels of luma from the middle of the first pixel: 0.5 is between it and the next. */
export type ChromaPlace = { x: number; y: number }

/** How color is sampled in a picture: one sample for so many pixels, the first of them at `place`. */
export type Sampling = { stepX: number; stepY: number; place: ChromaPlace }

/**
 * The sampling of a picture of this size once it is turned clockwise by quarter turns, and mirrored then: what was at the
 * left is at the top, and where the last sample is for fewer pixels, the first one is.
 */
export function turnSampling(
  { stepX, stepY, place }: Sampling,
  { width, height }: { width: number; height: number },
  turns: number,
  isFlipped = false,
): Sampling {
  if (turns === 0 && !isFlipped) return { stepX, stepY, place }
  if (turns === 0) return { stepX, stepY, place: { x: fromOtherEnd(place.x, width, stepX), y: place.y } }
  const turned = {
    stepX: stepY,
    stepY: stepX,
    place: { x: fromOtherEnd(place.y, height, stepY), y: place.x },
  }
  return turnSampling(turned, { width: height, height: width }, turns - 1, isFlipped)
}

/** Whether an area begins and ends between samples of color: then it can be cut out and scaled as it is. */
export function isAligned(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  { stepX, stepY }: Pick<Sampling, 'stepX' | 'stepY'>,
): boolean {
  return [x % stepX, width % stepX, y % stepY, height % stepY].every((rest) => rest === 0)
}

/** The place of the last sample of color of `length` pixels, counted from the other end. */
function fromOtherEnd(place: number, length: number, step: number): number {
  return length - 1 - (step * (Math.ceil(length / step) - 1) + place)
}
