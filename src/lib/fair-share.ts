/** One client's share of the places that others leave free. */
const part = 1 / 4

/**
 * The number of places, out of `max`, that one client can hold now: a quarter of those that others leave free, between
 * `atLeast` and `atMost`. `taken` places are in use, `own` of them by this client. The fuller it gets, the less each
 * client gets, so that a few clients can never take every place. With an `atMost` of Infinity, clients are not
 * distinguished, and the share is unlimited.
 */
export function fairShare({
  max,
  taken,
  own,
  atMost,
  atLeast,
}: {
  max: number
  taken: number
  own: number
  atMost: number
  atLeast: number
}): number {
  if (atMost === Infinity) return Infinity
  const free = max - (taken - own)
  return Math.min(atMost, Math.max(atLeast, Math.floor(free * part)))
}
