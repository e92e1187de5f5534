import { AppError } from '../lib/app-error.ts'
import type { TaskQueue } from './task-queue.ts'
import type { TaskView } from './task.ts'

/** How a creation stands. Throws AppError not_found for an id that is unknown or long ended. */
export async function creationStatus(tasks: TaskQueue, id: string): Promise<TaskView> {
  const view = await tasks.submissions.view(id)
  if (view === undefined) throw new AppError('not_found', { detail: 'noTaskKept' })
  return view
}
