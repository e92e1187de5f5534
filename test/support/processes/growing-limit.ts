/** No machine is so slow that what is begun under this limit does not come as far as it is to. */
const maxSeconds = 600

/**
 * Tries something that a time limit ends, with a limit that is four times as long at each try, until it came as far as
 * it is to before the limit: a slow machine needs a longer one. `attempt` gives whether it did.
 */
export async function withGrowingLimit(
  firstSeconds: number,
  attempt: (seconds: number) => Promise<boolean>,
): Promise<void> {
  for (let seconds = firstSeconds; seconds <= maxSeconds; seconds *= 4) if (await attempt(seconds)) return
  throw new Error(`not even ${maxSeconds} seconds are enough`)
}
