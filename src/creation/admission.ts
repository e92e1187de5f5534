import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import { fairShare } from '../lib/fair-share.ts'
import type { Requester } from './client.ts'
import type { CreationDeps } from './creation-deps.ts'
import type { CreationLimits } from './limits.ts'

/**
 * Admits a creation whose body is at most `bytes` long. Returns a function to call once the body has been handled.
 * Throws AppError unauthorized, rate_limited, queue_full or unavailable.
 */
export type AdmitCreation = (bytes: number, from: Requester) => Promise<() => void>

/** Admits creations before their body is read, and reserves disk space for it. */
export function admission({ tasks, clientOf, limits, diskSpace }: CreationDeps): {
  admit: AdmitCreation
  /** Returns true while more than half of the uploads that are allowed at once are running. */
  isCrowded: () => boolean
  close: () => void
} {
  let isOpen = true
  let inside = 0
  const insideOf = new Map<string, number>()

  function count(clientKey: string, change: 1 | -1): void {
    const now = (insideOf.get(clientKey) ?? 0) + change
    inside += change
    if (now === 0) insideOf.delete(clientKey)
    else insideOf.set(clientKey, now)
  }

  async function check(from: Requester): Promise<void> {
    if (!isOpen) throw new AppError('unavailable', { detail: 'closing' })
    if (inside > limits.maxUploadsAtOnce) {
      throw new AppError('unavailable', { detail: 'uploadsBusy' })
    }
    const mine = insideOf.get(from.clientKey) ?? 0
    const { maxUploadsAtOnce: max, maxUploadsPerAddress: atMost } = limits
    if (mine > fairShare({ max, taken: inside, own: mine, atMost, atLeast: 1 })) {
      throw new AppError('rate_limited', { detail: 'uploadsOfAddress' })
    }
    await tasks.submissions.checkCapacity(limits.maxWaitingTasks, clientOf(from))
  }

  return {
    isCrowded: () => inside > limits.maxUploadsAtOnce / 2,
    close: () => {
      isOpen = false
    },
    admit: async (bytes, from) => {
      const { viewer, clientKey } = from
      checkAccount(limits, viewer)
      count(clientKey, 1)
      let isInside = true
      let releaseSpace = () => {}
      const leave = () => {
        if (!isInside) return
        isInside = false
        count(clientKey, -1)
        releaseSpace()
      }
      try {
        await check(from)
        releaseSpace = await diskSpace.reserve(bytes)
      } catch (error) {
        leave()
        throw error
      }
      return leave
    },
  }
}

/**
 * Throws AppError unauthorized if making GIFs needs an account and the viewer is neither signed in nor a permitted app.
 */
function checkAccount({ accountNeeded }: CreationLimits, viewer: Viewer): void {
  if (!accountNeeded || viewer.account !== null || viewer.app?.mayUpload === true) return
  throw new AppError('unauthorized', { detail: 'makingNeedsAccount' })
}
