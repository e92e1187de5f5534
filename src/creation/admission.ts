import { statfs } from 'node:fs/promises'
import { AppError } from '../lib/app-error.ts'
import type { TaskQueue } from './task-queue.ts'

export type AdmissionDeps = {
  tasks: Pick<TaskQueue, 'counts'>
  limits: { maxWaitingTasks: number }
  folder: string
  minFreeBytes: number
}

/** The doors for new creations, asked before a body is read. `admit` throws AppError queue_full or unavailable. */
export function admission({ tasks, limits, folder, minFreeBytes }: AdmissionDeps) {
  let open = true
  return {
    close: () => {
      open = false
    },
    admit: async () => {
      if (!open) throw new AppError('unavailable', 'The service is going down; try again in a moment.')
      const { waiting } = await tasks.counts()
      if (waiting >= limits.maxWaitingTasks) throw queueFull()
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < minFreeBytes) {
        throw new AppError('unavailable', 'The service has no room for new GIFs now; try again later.', {
          retryAfterSeconds: 300,
        })
      }
    },
  }
}

/** The refusal of a creation when too many wait already. */
function queueFull(): AppError {
  return new AppError('queue_full', 'Too many GIFs are waiting to be made; try again in a moment.', {
    retryAfterSeconds: 30,
  })
}
