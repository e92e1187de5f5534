import type { CleanUp } from '../../test/support/clean-up.ts'

/** Runs a bench that starts servers, and ends them afterward; prints a message instead if one is not installed. */
export async function runBench(missing: string | false, work: (t: CleanUp) => Promise<void>): Promise<void> {
  if (missing !== false) return console.log(missing)
  const ends: (() => Promise<void>)[] = []
  try {
    await work({ after: (action) => void ends.push(action) })
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}
