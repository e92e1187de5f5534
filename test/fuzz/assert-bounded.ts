import * as fc from 'fast-check'

/**
 * Runs a number of cases one after another, the same at every run and on every machine: finding new ones is up to `npm
 * run fuzz`. Throws as `run` does, with the case made as small as possible.
 */
export async function assertBounded<Case>(
  cases: fc.Arbitrary<Case>,
  run: (one: Case) => Promise<void>,
  { seed, runs }: { seed: number; runs: number },
): Promise<void> {
  await fc.assert(fc.asyncProperty(cases, run), { seed, numRuns: runs })
}
