import { allowedDistance, type Look, lookDistance, shownMask } from '#src/looks/look.ts'

/** The number of bits, of 256, in which two looks differ; null if they do not look the same. */
export function compareLooks(one: Look, other: Look): number | null {
  const mask = shownMask(one, 0)
  const allowed = allowedDistance(mask)
  const distance = lookDistance(one, other, 0, allowed)
  return mask === shownMask(other, 0) && distance <= allowed ? distance : null
}
