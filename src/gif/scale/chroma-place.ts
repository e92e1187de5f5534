/**
 * The position of the first chroma sample, in luma pixels from the middle of the first one: 0.5 is halfway to the next.
 */
export type ChromaPlace = { x: number; y: number }

/** The chroma sampling of a picture: one sample per `stepX` by `stepY` pixels, the first of them at `place`. */
export type Sampling = { stepX: number; stepY: number; place: ChromaPlace }

/**
 * Returns the sampling of a picture of this size after it is turned clockwise by quarter turns and then mirrored. Its
 * left side may become the top, and a last sample that covers fewer pixels the first one.
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

/** Returns true if an area begins and ends between chroma samples, so that it can be cut out and scaled as it is. */
export function isAligned(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  { stepX, stepY }: Pick<Sampling, 'stepX' | 'stepY'>,
): boolean {
  return [x % stepX, width % stepX, y % stepY, height % stepY].every((rest) => rest === 0)
}

/** Returns the position of the last of the chroma samples for `length` pixels, counted from the other end. */
function fromOtherEnd(place: number, length: number, step: number): number {
  return length - 1 - (step * (Math.ceil(length / step) - 1) + place)
}
