import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import Type from 'typebox'
import { creationStatus } from '../../creation/creation-status.ts'
import type { TaskQueue } from '../../creation/task-queue.ts'
import type { TaskView } from '../../creation/task.ts'
import { AppError } from '../../lib/app-error.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import type { ApiDeps, ApiServer } from './api.ts'
import { answers, taskAnswer } from './schemas.ts'
import { presentTask } from './status.ts'

/** As often as a worker tells its progress. */
const lookEveryMs = 350

/** A task that is so far back in the line is not done soon, and each look at it counts those before it. */
const farBack = { position: 10, lookEveryMs: 2000 }

/** Of one task, where addresses are told apart: whoever opens its page in more windows asks again and again there. */
const maxOfTaskAndAddress = 5

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
  const streams = new Set<Stream>()
  const closing = new AbortController()
  const looks = new SharedLooks(tasks, closing.signal)
  // The server waits for open answers when it goes down, and these would not end by themselves.
  app.addHook('preClose', async () => closing.abort())

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
            description: 'How the creation goes on.',
            content: { 'text/event-stream': { schema: taskAnswer } },
          },
        },
      },
    },
    async (request, reply) => {
      const { task } = request.params
      const first = await creationStatus(tasks, task)
      const stream = { client: clientKey(request.ip), task, hasEnded: closing.signal.aborted }
      if (isFull(stream) || stream.hasEnded) throw tooMany()
      const end = () => {
        streams.delete(stream)
        stream.hasEnded = true
      }
      streams.add(stream)
      reply.raw.once('close', end)
      // Who hung up meanwhile is not told of any more.
      if (reply.raw.closed) end()
      reply
        .type('text/event-stream; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      return reply.send(Readable.from(follow(looks, stream, first)))
    },
  )
}

type Stream = { client: string; task: string; hasEnded: boolean }

/** The events of one stream, until the task ends, nobody listens or the server goes down. */
async function* follow(looks: SharedLooks, stream: Stream, first: TaskView) {
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
    if (task.status === 'done' || task.status === 'error') return
    task = await looks.next(stream.task, isFarBack(task) ? farBack.lookEveryMs : lookEveryMs)
    if (stream.hasEnded) return
  }
}

function isFarBack(task: TaskView): boolean {
  return task.status === 'waiting' && task.position > farBack.position
}

/** Looks at each task once in a while for all who follow it together. */
class SharedLooks {
  readonly #tasks: Pick<TaskQueue, 'view'>
  readonly #closing: AbortSignal
  readonly #coming = new Map<string, Promise<TaskView | undefined>>()

  constructor(tasks: Pick<TaskQueue, 'view'>, closing: AbortSignal) {
    this.#tasks = tasks
    this.#closing = closing
  }

  /** The coming look at the task, `inMs` from now if none is coming yet; undefined when the server goes down. */
  next(id: string, inMs: number): Promise<TaskView | undefined> {
    const coming = this.#coming.get(id) ?? this.#look(id, inMs)
    this.#coming.set(id, coming)
    return coming
  }

  async #look(id: string, inMs: number): Promise<TaskView | undefined> {
    await wait(inMs, undefined, { signal: this.#closing }).catch(() => {})
    this.#coming.delete(id)
    return this.#closing.aborted ? undefined : this.#tasks.view(id)
  }
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
