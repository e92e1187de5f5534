import { AppError } from '../lib/app-error.ts'
import type { TaskQueue } from './task-queue.ts'
import type { TaskView } from './task.ts'

/** Returns the status of a creation. Throws AppError not_found if the id is unknown or the task ended long ago. */
export async function creationStatus(tasks: TaskQueue, id: string): Promise<TaskView> {
  const view = await tasks.submissions.view(id)
  if (view === undefined) throw new AppError('not_found', { detail: 'noTaskKept' })
  return view
}
