import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../lib/app-error.ts'
import { isLocked } from './faults.ts'

/** The time a statement waits for another process that is writing. */
export const maxLockWaitMs = 5000

const firstWaitMs = 2
const longestWaitMs = 50

/**
 * Runs `attempt`, repeatedly with growing waits while another process has the database locked, because SQLite's own
 * waiting would block the whole process. Throws AppError unavailable after `maxWaitMs`.
 */
export async function whenUnlocked<T>(attempt: () => T | Promise<T>, maxWaitMs: number): Promise<T> {
  const start = performance.now()
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLocked(error)) throw error
      const leftMs = maxWaitMs - (performance.now() - start)
      if (leftMs <= 0) {
        throw new AppError('unavailable', { detail: 'databaseBusy' }, { retry: true, cause: error })
      }
      // Random waits, so that several processes do not all retry at the same moments.
      await delay(Math.min(leftMs, waitMs * (0.5 + Math.random() / 2)))
    }
  }
}
