import type { ClaimRoom, WebhookOwner } from './webhook-store.ts'

/*
 * A delivery waits for the network, so a slow receiver holds a place. Slow webhooks have at most half of the places,
 * and one owner at most a quarter: a fast webhook always finds a place.
 */

/** The number of deliveries that one process sends at the same time. */
export const deliveryPlaces = 16
/** The number of places for slow webhooks. */
export const slowPlaces = deliveryPlaces / 2
/** The number of places for one owner. */
export const ownerPlaces = deliveryPlaces / 4
/** The number of places for slow webhooks of one owner. */
export const ownerSlowPlaces = slowPlaces / 4

/** A webhook is slow until its receiver's average answer time is below this. */
export const slowAnswerMs = 1000

/** Returns the average answer time after another attempt: five fast attempts outweigh one that hung. */
export function averageAnswerMs(before: number | null, tookMs: number): number {
  return Math.round(before === null ? tookMs : (3 * before + tookMs) / 4)
}

export type HeldPlace = { owner: WebhookOwner; slow: boolean }

/** Returns what else there is room for; null for nothing. */
export function roomBeside(held: readonly HeldPlace[]): ClaimRoom | null {
  if (held.length >= deliveryPlaces) return null
  const slow = held.filter((place) => place.slow)
  return {
    slow: slow.length < slowPlaces,
    full: ownersWith(held, ownerPlaces),
    slowFull: ownersWith(slow, ownerSlowPlaces),
  }
}

function ownersWith(places: readonly HeldPlace[], count: number): WebhookOwner[] {
  const owners = new Set(places.map(({ owner }) => owner))
  return [...owners].filter((one) => places.filter(({ owner }) => owner === one).length >= count)
}
