import * as fc from 'fast-check'

/** Fewer show nothing. */
const leastRuns = 3

/** More than any run comes to: its time ends it. */
const manyRuns = 100_000

/**
 * Runs cases one after another for `ms`, the same at every run: what is new is for `npm run fuzz` to find. Throws as
 * `run` does, with the case made as small as it goes.
 */
export async function assertBounded<Case>(
  cases: fc.Arbitrary<Case>,
  run: (one: Case) => Promise<void>,
  { seed, ms }: { seed: number; ms: number },
): Promise<void> {
  let last = Promise.resolve()
  let runs = 0
  const property = fc.asyncProperty(cases, async (one) => {
    runs += 1
    last = run(one)
    await last
  })
  await fc.assert(property, { seed, numRuns: manyRuns, interruptAfterTimeLimit: ms })
  // The one that was under way when the time was over.
  await last
  if (runs < leastRuns) throw new Error(`only ${runs} cases were run in ${ms} ms`)
}
