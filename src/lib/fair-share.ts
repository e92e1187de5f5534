/** The share of one client in the places that the others leave. */
const part = 1 / 4

/**
 * Returns the number of places, of `max`, that one client may hold now: a quarter of what the others leave, between
 * `atLeast` and `atMost`. `taken` places are in use, `own` of them by this client. The fuller it gets, the less each
 * client gets, so that a few never take every place. With an `atMost` of Infinity, clients are not distinguished and
 * the share is unlimited.
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
