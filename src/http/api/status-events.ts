import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import Type from 'typebox'
import { creationStatus } from '../../creation/creation-status.ts'
import type { TaskSubmissions } from '../../creation/task-queue.ts'
import type { TaskView } from '../../creation/task.ts'
import { AppError } from '../../lib/app-error.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { answers, taskAnswer } from './schemas.ts'
import { presentTask } from './status.ts'

/** As often as a worker reports its progress. */
const pollEveryMs = 350

/** A task so far back in the queue is not done soon, and reading its position counts the tasks before it. */
const farBack = { position: 10, pollEveryMs: 2000 }

/** Streams of one task from one address; pages in further windows poll instead. */
const maxOfTaskAndAddress = 5

/** Proxies close idle connections. */
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
export function statusEventsRoute(app: ApiServer, deps: ApiDeps): void {
  const { tasks, eventStreams } = deps
  const streams = new Set<Stream>()
  const closing = new AbortController()
  const polls = new SharedPolls(tasks, closing.signal)
  // The server waits for open answers when it stops, and these would not end by themselves.
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
      // The client may have hung up meanwhile.
      if (reply.raw.closed) end()
      reply
        .type('text/event-stream; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      const present = (view: TaskView) => presentTask(view, request, deps)
      return reply.send(Readable.from(follow(polls, stream, first, present)))
    },
  )
}

type Stream = { client: string; task: string; hasEnded: boolean }

/** The events of one stream, until the task ends, the client hangs up or the server stops. */
async function* follow(
  polls: SharedPolls,
  stream: Stream,
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
    task = await polls.next(stream.task, isFarBack(task) ? farBack.pollEveryMs : pollEveryMs)
    if (stream.hasEnded) return
  }
}

function isFarBack(task: TaskView): boolean {
  return task.status === 'waiting' && task.position > farBack.position
}

/** Polls each task once for all streams that follow it. */
class SharedPolls {
  readonly #tasks: Pick<TaskSubmissions, 'view'>
  readonly #closing: AbortSignal
  readonly #pending = new Map<string, Promise<TaskView | undefined>>()

  constructor(tasks: Pick<TaskSubmissions, 'view'>, closing: AbortSignal) {
    this.#tasks = tasks
    this.#closing = closing
  }

  /** The next state of the task, read in `inMs` unless a read is pending; undefined when the server stops. */
  next(id: string, inMs: number): Promise<TaskView | undefined> {
    const pending = this.#pending.get(id) ?? this.#poll(id, inMs)
    this.#pending.set(id, pending)
    return pending
  }

  async #poll(id: string, inMs: number): Promise<TaskView | undefined> {
    await wait(inMs, undefined, { signal: this.#closing }).catch(() => {})
    this.#pending.delete(id)
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
