import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { TaskSubmissions } from './task-queue.ts'
import { dropUploads } from './uploads.ts'

export type CancelDeps = {
  tasks: Pick<TaskSubmissions, 'read' | 'cancel'>
  mediaStore: Pick<MediaStore, 'removeAll'>
  /** Notifies the worker, which would notice a little later otherwise. `wasWaiting`: none has it. */
  onCanceled: (taskId: string, wasWaiting: boolean) => void
}

export type CancelCreation = (taskId: string, viewer: Viewer) => Promise<boolean>

/**
 * Cancels creations, waiting or running; returns false for one that has ended. An account's task can be canceled by
 * that account and by admins, a task without an account by anyone who knows its id. Throws AppError not_found or forbidden.
 */
export function creationCanceller({ tasks, mediaStore, onCanceled }: CancelDeps): CancelCreation {
  return async (taskId, { account }) => {
    const task = await tasks.read(taskId)
    if (task === undefined) throw new AppError('not_found', { detail: 'noTask' })
    if (task.ownerId !== null && task.ownerId !== account?.id && account?.admin !== true) {
      throw new AppError('forbidden', { detail: 'onlyOwnerCancels' })
    }
    if (!(await tasks.cancel(taskId))) return false
    onCanceled(taskId, task.status === 'waiting')
    await dropUploads(mediaStore, taskId)
    return true
  }
}
