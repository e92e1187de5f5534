import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import type { CreationLimits } from './limits.ts'
import { queueFull, type TaskQueue } from './task-queue.ts'

export type AdmissionDeps = {
  tasks: Pick<TaskQueue, 'counts'>
  limits: Pick<CreationLimits, 'maxWaitingTasks' | 'maxUploadsAtOnce' | 'accountNeeded'>
  /** Room on the disk of the data. */
  freeBytes: () => Promise<number>
  minFreeBytes: number
}

/**
 * Lets a creation in whose body has `bytes` at most; gives what to call when the body has been dealt with.
 * Throws AppError unauthorized, queue_full or unavailable.
 */
export type AdmitCreation = (bytes: number, viewer: Viewer) => Promise<() => void>

/** The doors for creations, asked before a body is read: what those inside may still write counts as written. */
export function admission({ tasks, limits, freeBytes, minFreeBytes }: AdmissionDeps): {
  admit: AdmitCreation
  close: () => void
} {
  let isOpen = true
  let inside = 0
  let expectedBytes = 0

  async function check(): Promise<void> {
    if (!isOpen) throw new AppError('unavailable', 'The service is going down; try again in a moment.')
    if (inside > limits.maxUploadsAtOnce) {
      throw new AppError('unavailable', 'Too many uploads are under way; try again in a moment.')
    }
    if ((await tasks.counts()).waiting >= limits.maxWaitingTasks) throw queueFull()
    if ((await freeBytes()) - expectedBytes < minFreeBytes) {
      throw new AppError('unavailable', 'The service has no room for new GIFs now; try again later.', {
        retryAfterSeconds: 300,
      })
    }
  }

  return {
    close: () => {
      isOpen = false
    },
    admit: async (bytes, viewer) => {
      checkAccount(limits, viewer)
      inside += 1
      expectedBytes += bytes
      let isInside = true
      const leave = () => {
        if (!isInside) return
        isInside = false
        inside -= 1
        expectedBytes -= bytes
      }
      try {
        await check()
      } catch (error) {
        leave()
        throw error
      }
      return leave
    },
  }
}

/** Throws AppError unauthorized where only accounts may make GIFs, and this is none. */
function checkAccount({ accountNeeded }: Pick<CreationLimits, 'accountNeeded'>, viewer: Viewer): void {
  if (!accountNeeded || viewer.account !== null) return
  throw new AppError('unauthorized', 'Making GIFs needs an account here: send its API token, or sign in.')
}
