import type { Clock } from '#src/lib/clock.ts'

const maxTestMs = 5 * 60_000
const dayMs = 24 * 60 * 60_000

/** The time of the machine, or a little later near midnight, so that daily counts fall on one day. */
export function sameDayClock(): Clock {
  const aheadMs = dayMs - (Date.now() % dayMs) < maxTestMs ? maxTestMs : 0
  return { now: () => Date.now() + aheadMs }
}
