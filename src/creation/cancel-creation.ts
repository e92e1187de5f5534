import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import type { CreationDeps } from './creation-deps.ts'
import { dropUploads } from './uploads.ts'

export type CancelCreation = (taskId: string, viewer: Viewer) => Promise<boolean>

/**
 * Cancels waiting and running creations; returns false for one that has ended. An account's task can be canceled by
 * that account and by admins, a task without an account by anyone who knows its id. Throws AppError not_found or
 * forbidden.
 */
export function creationCanceller({ tasks, mediaStore, onCanceled }: CreationDeps): CancelCreation {
  return async (taskId, { account }) => {
    const task = await tasks.submissions.read(taskId)
    if (task === undefined) throw new AppError('not_found', { detail: 'noTask' })
    if (task.ownerId !== null && task.ownerId !== account?.id && account?.admin !== true) {
      throw new AppError('forbidden', { detail: 'onlyOwnerCancels' })
    }
    if (!(await tasks.submissions.cancel(taskId))) return false
    onCanceled(taskId, task.status === 'waiting')
    await dropUploads(mediaStore, taskId)
    return true
  }
}
