import { Readable } from 'node:stream'
import Type from 'typebox'
import { creationStatus } from '../../creation/creation-status.ts'
import type { TaskView } from '../../creation/task.ts'
import { AppError } from '../../lib/app-error.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { answers, taskAnswer } from './schemas.ts'
import { type FollowedTask, FollowedTasks } from './followed-tasks.ts'
import { presentTask } from './status.ts'

/** A task this far back in the queue is not done soon, and reading its position counts the tasks before it. */
const farBack = { position: 10, pollEveryMs: 2000 }

/** The maximum streams for one task and address; pages in further windows poll instead. */
const maxOfTaskAndAddress = 5

/** Proxies close idle connections. */
const heartbeatMs = 15_000

const described = {
  operationId: 'followCreation',
  summary: 'Follow a creation',
  description:
    'Server-sent events: the response of /api/status/{task} as data, sent immediately and after each change. ' +
    'Ends after `done` or `error`. Answers 503 if there are too many streams: poll /api/status/{task} instead.',
  tags: ['Creation'],
}

/** GET /api/status/{task}/events. */
export function statusEventsRoute(app: ApiServer, deps: ApiDeps): void {
  const { tasks, taskMessages, eventStreams } = deps
  const streams = new Set<Stream>()
  const closing = new AbortController()
  const followed = new FollowedTasks((id) => tasks.submissions.view(id), closing.signal)
  const endMessages = taskMessages.onTask((notice) => followed.look(notice?.id))
  app.addHook('preClose', async () => {
    endMessages()
    // At shutdown, the server waits for open responses, and these would not end by themselves.
    closing.abort()
  })

  function isFull({ client, task }: Stream): boolean {
    const { max, perAddress } = eventStreams
    const ofAddress = [...streams].filter((other) => other.client === client)
    const ofTask = ofAddress.filter((other) => other.task === task).length
    if (streams.size >= max || ofAddress.length >= perAddress) return true
    return perAddress !== Infinity && ofTask >= maxOfTaskAndAddress
  }

  app.get(
    '/status/:task/events',
    {
      exposeHeadRoute: false,
      schema: {
        ...described,
        params: Type.Object({ task: Type.String() }),
        response: {
          ...answers(taskAnswer),
          200: {
            description: 'The progress of the creation.',
            content: { 'text/event-stream': { schema: taskAnswer } },
          },
        },
      },
    },
    async (request, reply) => {
      const { task } = request.params
      // Follow before reading, so that no later change is missed.
      const follower = followed.follow(task)
      const stream = { client: clientKey(request.ip), task, hasEnded: closing.signal.aborted }
      let first: TaskView
      try {
        first = await creationStatus(tasks, task)
        if (isFull(stream) || closing.signal.aborted) throw tooMany()
      } catch (error) {
        follower.end()
        throw error
      }
      const end = () => {
        streams.delete(stream)
        stream.hasEnded = true
        follower.end()
      }
      streams.add(stream)
      reply.raw.once('close', end)
      // The client may have disconnected by now.
      if (reply.raw.closed) end()
      reply
        .type('text/event-stream; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      const present = (view: TaskView) => presentTask(view, request, deps)
      const events = follow({ follower, stream, pollMs: taskMessages.pollMs }, first, present)
      return reply.send(Readable.from(events))
    },
  )
}

type Stream = { client: string; task: string; hasEnded: boolean }

/** The events of one stream, until the task ends, the client disconnects or the server stops. */
async function* follow(
  { follower, stream, pollMs }: { follower: FollowedTask; stream: Stream; pollMs: number },
  first: TaskView,
  present: (task: TaskView) => Promise<object>,
) {
  let task: TaskView | undefined = first
  let sent = ''
  let sentAt = performance.now()
  while (task !== undefined) {
    const data = JSON.stringify(await present(task))
    const now = performance.now()
    if (data !== sent || now - sentAt >= heartbeatMs) {
      yield data === sent ? ':\n\n' : `data: ${data}\n\n`
      sent = data
      sentAt = now
    }
    if (task.status === 'done' || task.status === 'error') return
    task = await follower.next(isFarBack(task) ? farBack.pollEveryMs : pollMs)
    if (stream.hasEnded) return
  }
}

function isFarBack(task: TaskView): boolean {
  return task.status === 'waiting' && task.position > farBack.position
}

function tooMany(): AppError {
  return new AppError('unavailable', { detail: 'tooManyFollowers' }, { retryAfterSeconds: 5 })
}
