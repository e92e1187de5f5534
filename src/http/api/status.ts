import Type from 'typebox'
import { creationStatus } from '../../creation/creation-status.ts'
import type { TakenLoop, TaskView } from '../../creation/task.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { answers, taskAnswer } from './schemas.ts'

/** GET /api/status/{task}. */
export function statusRoute(app: ApiServer, { tasks }: ApiDeps): void {
  app.get(
    '/status/:task',
    {
      schema: {
        operationId: 'getCreationStatus',
        summary: 'Ask how a creation stands',
        tags: ['Creation'],
        params: Type.Object({ task: Type.String() }),
        response: answers(taskAnswer),
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return presentTask(await creationStatus(tasks, request.params.task))
    },
  )
}

/** Both shapes of the contract at once: `result` as an object, and `url` holding the code. */
export function presentTask(task: TaskView) {
  if (task.status !== 'done') return task
  const { code, loop, flashing } = task
  const result = {
    code,
    url: `/${code}`,
    ...(loop && { loop: presentLoop(loop) }),
    ...(flashing && { flashing }),
  }
  return { status: task.status, result, url: code }
}

/** To the millisecond. */
function presentLoop({ startSeconds, endSeconds }: TakenLoop) {
  const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000
  return { start: rounded(startSeconds), end: rounded(endSeconds) }
}
