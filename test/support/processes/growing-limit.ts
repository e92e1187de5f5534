/** No machine is too slow to get far enough within this limit. */
const maxSeconds = 600

/**
 * Runs an attempt that a time limit ends, with a limit four times as long each time, until it gets far enough before
 * the limit: a slow machine needs a longer one. `attempt` returns true if it did.
 */
export async function withGrowingLimit(
  firstSeconds: number,
  attempt: (seconds: number) => Promise<boolean>,
): Promise<void> {
  for (let seconds = firstSeconds; seconds <= maxSeconds; seconds *= 4) if (await attempt(seconds)) return
  throw new Error(`not even ${maxSeconds} seconds are enough`)
}
