/** Whether everything is tried, as `npm run test:full` does; `npm test` takes fewer random cases and fewer numbers. */
export const isFullRun = process.env.TEST_RUN === 'full'

const seed = process.env.TEST_SEED

/**
 * What fast-check is to do: with how many random cases in the full run, and at most `usual` of them otherwise; with the
 * seed of the run, where there is one.
 */
export function randomRuns(full: number, usual = 100): { numRuns: number; seed?: number } {
  return {
    numRuns: isFullRun ? full : Math.min(full, usual),
    ...(seed !== undefined && { seed: Number(seed) }),
  }
}
