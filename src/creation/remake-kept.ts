import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import { defaultClipOptions } from '../options/clip-options.ts'
import { defaultGifOptions } from '../options/gif-options.ts'
import type { CreationLimits } from './limits.ts'
import type { AcceptedRequest } from './request.ts'
import type { TaskQueue } from './task-queue.ts'

/**
 * Makes a GIF, as from any video, from an animation that could not be kept as it is: its task is queued again. An
 * account's task can be remade by that account, a task without an account by anyone who knows its id. Throws AppError
 * not_found, and invalid_value if the upload is gone or the task is not waiting to be remade.
 */
export async function remakeKept(
  { tasks, limits, wakeWorker }: { tasks: TaskQueue; limits: CreationLimits; wakeWorker: () => void },
  taskId: string,
  { account }: Viewer,
): Promise<void> {
  const task = await tasks.submissions.read(taskId)
  if (task === undefined || (task.ownerId !== null && task.ownerId !== account?.id))
    throw new AppError('not_found', { detail: 'noTask' })
  const request = makingOf(task.request, limits)
  if (request === null || !(await tasks.records.remake(taskId, request)))
    throw new AppError('invalid_value', { detail: 'fileGone' })
  wakeWorker()
}

/** Returns the request to make a GIF from the animation; null if the request was not to keep it. */
function makingOf(request: AcceptedRequest, limits: CreationLimits): AcceptedRequest | null {
  if (request.kind !== 'keep') return null
  const { kind: _, url, uploads, ...details } = request
  const making = {
    ...details,
    startSeconds: 0,
    endSeconds: limits.maxClipSeconds,
    clip: defaultClipOptions,
    gif: { ...defaultGifOptions, preset: limits.preset },
    watermark: true,
  }
  return url === null ? { ...making, kind: 'video', uploads } : { ...making, kind: 'url', url, uploads: [] }
}
