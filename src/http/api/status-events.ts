import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import Type from 'typebox'
import { creationStatus } from '../../creation/creation-status.ts'
import type { TaskQueue } from '../../creation/task-queue.ts'
import type { TaskView } from '../../creation/task.ts'
import { AppError } from '../../lib/app-error.ts'
import { clientKey } from '../../lib/client-key.ts'
import type { ApiDeps, ApiServer } from './api.ts'
import { answers, taskAnswer } from './schemas.ts'
import { presentTask } from './status.ts'

/** As often as a worker tells its progress. */
const lookEveryMs = 350

/** Proxies end a connection that is silent for long. */
const heartbeatMs = 15_000

const described = {
  operationId: 'followCreation',
  summary: 'Follow a creation as it goes on',
  description:
    'Server-sent events: the answer of /api/status/{task} as the data of an event, at once and whenever it changes. ' +
    'Ends after `done` or `error`. Answers 503 while too many follow theirs: ask /api/status/{task} instead.',
  tags: ['Creation'],
}

/** GET /api/status/{task}/events. */
export function statusEventsRoute(app: ApiServer, { tasks, eventStreams }: ApiDeps): void {
  /** With the address of who listens. */
  const streams = new Map<AbortController, string>()
  let isClosing = false
  // The server waits for open answers when it goes down, and these would not end by themselves.
  app.addHook('preClose', async () => {
    isClosing = true
    for (const stream of streams.keys()) stream.abort()
  })

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
            description: 'How the creation goes on.',
            content: { 'text/event-stream': { schema: taskAnswer } },
          },
        },
      },
    },
    async (request, reply) => {
      const { task } = request.params
      const first = await creationStatus(tasks, task)
      const client = clientKey(request.ip)
      const ofAddress = [...streams.values()].filter((address) => address === client).length
      const isFull = streams.size >= eventStreams.max || ofAddress >= eventStreams.perAddress
      if (isFull || isClosing) throw tooMany()
      const stream = new AbortController()
      const end = () => {
        streams.delete(stream)
        stream.abort()
      }
      streams.set(stream, client)
      reply.raw.once('close', end)
      // Who hung up meanwhile is not told of any more.
      if (reply.raw.closed) end()
      reply
        .type('text/event-stream; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      return reply.send(Readable.from(follow(tasks, task, first, stream.signal)))
    },
  )
}

/** The events of one stream, until the task ends or `signal` says that nobody listens or the server goes down. */
async function* follow(tasks: TaskQueue, id: string, first: TaskView, signal: AbortSignal) {
  let task: TaskView | undefined = first
  let told = ''
  let toldAt = performance.now()
  while (task !== undefined) {
    const data = JSON.stringify(presentTask(task))
    const now = performance.now()
    if (data !== told || now - toldAt >= heartbeatMs) {
      yield data === told ? ':\n\n' : `data: ${data}\n\n`
      told = data
      toldAt = now
    }
    if (task.status === 'done' || task.status === 'error' || !(await pause(signal))) return
    task = await tasks.view(id)
  }
}

/** False when it was cut short. */
async function pause(signal: AbortSignal): Promise<boolean> {
  await wait(lookEveryMs, undefined, { signal }).catch(() => {})
  return !signal.aborted
}

function tooMany(): AppError {
  return new AppError(
    'unavailable',
    'Too many pages follow their GIF at once; ask /api/status/{task} instead.',
    {
      retryAfterSeconds: 5,
    },
  )
}
