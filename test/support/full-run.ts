import { test, type TestContext } from 'node:test'

/** True in `npm run test:full`, which tries all cases. */
export const isFullRun = process.env.TEST_RUN === 'full'

const seed = process.env.TEST_SEED

/** Parameters for fast-check: `full` cases in the full run, otherwise at most `usual`; and the seed of the run, if it has one. */
export function randomRuns(full: number, usual = 100): { numRuns: number; seed?: number } {
  return {
    numRuns: isFullRun ? full : Math.min(full, usual),
    ...(seed !== undefined && { seed: Number(seed) }),
  }
}

/** Registers a test of the full run. In `npm test`, a cheaper test must catch the same faults. */
export function fullTest(name: string, run: (t: TestContext) => Promise<void>): void {
  if (isFullRun) void test(name, run)
}
