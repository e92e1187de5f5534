import type { ClaimRoom, WebhookOwner } from './webhook-store.ts'

/*
 * Deliveries wait for the network, so that whoever answers late holds a place. What is slow has at most half of the places,
 * and no owner more than a quarter: a webhook that answers fast finds a place whatever others do.
 */

/** Deliveries that one process sends at the same time. */
export const deliveryPlaces = 16
/** Those to slow webhooks. */
export const slowPlaces = deliveryPlaces / 2
/** Those of one owner. */
export const ownerPlaces = deliveryPlaces / 4
/** Those of one owner to slow webhooks. */
export const ownerSlowPlaces = slowPlaces / 4

/** A webhook is slow until its receiver answers faster than this on average. */
export const slowAnswerMs = 1000

/** The average answer time after another attempt: one that hung is outweighed by five that did not. */
export function averageAnswerMs(before: number | null, tookMs: number): number {
  return Math.round(before === null ? tookMs : (3 * before + tookMs) / 4)
}

export type HeldPlace = { owner: WebhookOwner; slow: boolean }

/** What else there is room for; null for nothing. */
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
