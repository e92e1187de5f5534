import * as fc from 'fast-check'

/**
 * Runs so many cases one after another, the same at every run and on every machine: what is new is for `npm run fuzz` to
 * find. Throws as `run` does, with the case made as small as it goes.
 */
export async function assertBounded<Case>(
  cases: fc.Arbitrary<Case>,
  run: (one: Case) => Promise<void>,
  { seed, runs }: { seed: number; runs: number },
): Promise<void> {
  await fc.assert(fc.asyncProperty(cases, run), { seed, numRuns: runs })
}
