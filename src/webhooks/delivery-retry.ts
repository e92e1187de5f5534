import type { DeliveryEnd } from './webhook-store.ts'

/** Attempts of one delivery: with the delays below they take about 42 hours. */
export const maxDeliveryAttempts = 10

const firstDelayMs = 60_000
/** The longest that a delivery is put off, without jitter. */
export const longestDelayMs = 12 * 60 * 60_000
const growth = 3
const jitter = 0.2

/** A webhook whose every attempt failed for so long is disabled. */
export const disableAfterMs = 3 * 24 * 60 * 60_000

/** The delay of a delivery after its `failures`-th failure: 1 min, 3 min, 9 min … 12 h, each ± 20 %. */
export function deliveryDelayMs(failures: number, chance: () => number = Math.random): number {
  const delayMs = Math.min(longestDelayMs, firstDelayMs * growth ** (failures - 1))
  return Math.round(delayMs * (1 - jitter + 2 * jitter * chance()))
}

/** The only place that decides how a delivery continues after an attempt. `response` is null without an answer. */
export function decideDelivery(
  {
    response,
    failures,
    failingSince,
  }: { response: number | null; failures: number; failingSince: number | null },
  now: number,
): DeliveryEnd {
  if (response !== null && response >= 200 && response < 300) return { kind: 'done' }
  if (response === 410) return { kind: 'failed', disable: 'gone' }
  if (failingSince !== null && now - failingSince >= disableAfterMs) {
    return { kind: 'failed', disable: 'failing' }
  }
  if (failures >= maxDeliveryAttempts) return { kind: 'failed', disable: null }
  return { kind: 'retry', delayMs: deliveryDelayMs(failures) }
}
