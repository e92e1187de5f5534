import type { Crop } from './crop.ts'
import type { Ratio } from './gif-frames.ts'

type Size = { width: number; height: number }

/** The stored size of a video, before rotation and pixel aspect. */
export type StoredSize = Size & { pixelAspect: Ratio | null; rotationDegrees: number }

/**
 * Returns the size of a video as browsers show it, which a crop refers to: if pixels are not square, the shorter side
 * is lengthened.
 */
export function shownSize(facts: StoredSize): Size {
  const { width, height } = exactShownSize(facts)
  const aspect = facts.pixelAspect ? facts.pixelAspect.over / facts.pixelAspect.under : 1
  const scale = aspect < 1 ? 1 / aspect : 1
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Returns the size of a video on a screen, with rotation and pixel aspect applied; never higher than the original, and
 * not rounded.
 */
export function exactShownSize(facts: StoredSize): Size {
  const width = facts.width * (facts.pixelAspect ? facts.pixelAspect.over / facts.pixelAspect.under : 1)
  return isTurned(facts) ? { width: facts.height, height: width } : { width, height: facts.height }
}

/** Returns true if the video is stored on its side. */
export function isTurned({ rotationDegrees }: StoredSize): boolean {
  return Math.abs(Math.round(rotationDegrees)) % 180 === 90
}

/** Returns the size of upright frames in their own pixels. */
export function uprightSize(facts: StoredSize): Size {
  return isTurned(facts)
    ? { width: facts.height, height: facts.width }
    : { width: facts.width, height: facts.height }
}

/** Converts a crop from displayed pixels to the pixels of upright frames. */
export function cropInFrames(crop: Crop, facts: StoredSize): Crop {
  return areaOfPicture(crop, shownSize(facts), uprightSize(facts))
}

/** Converts an area of a picture to another size of the same picture. */
export function areaOfPicture(area: Crop, from: Size, to: Size): Crop {
  const [x, width] = span(area.x, area.width, to.width / from.width, to.width)
  const [y, height] = span(area.y, area.height, to.height / from.height, to.height)
  return { x, y, width, height }
}

function span(start: number, length: number, scale: number, end: number): [start: number, length: number] {
  const first = Math.min(end - 1, Math.round(start * scale))
  const last = Math.min(end, Math.round((start + length) * scale))
  return [first, Math.max(1, last - first)]
}
