/** Of the places that others leave free. */
const part = 1 / 4

/**
 * How many of `max` places one client may hold in all now, with `taken` taken, `mine` of them by itself: a quarter of
 * what the others leave, `atLeast` and `atMost` so many. The fuller it gets, the less each gets, so that a few clients
 * never take every place. An `atMost` of Infinity says that clients are not told apart: there is no share then.
 */
export function fairShare({
  max,
  taken,
  mine,
  atMost,
  atLeast,
}: {
  max: number
  taken: number
  mine: number
  atMost: number
  atLeast: number
}): number {
  if (atMost === Infinity) return Infinity
  const free = max - (taken - mine)
  return Math.min(atMost, Math.max(atLeast, Math.floor(free * part)))
}
