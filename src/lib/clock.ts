/** The current time in milliseconds since 1970, replaceable in tests. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
