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
