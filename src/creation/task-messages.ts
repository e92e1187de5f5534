import { EventEmitter } from 'node:events'
import type { Messages } from '../cluster/messages.ts'
import { randomId } from '../lib/ids.ts'

/** What happened to a task. `moved`: it was claimed, its progress was written, or it waits again. */
export type TaskEvent = 'moved' | 'ended' | 'cancelled'

/** The task of a message; what else there is to know is in its row. */
export type TaskNotice = { id: string; event: TaskEvent }

const taskEvents: readonly string[] = ['moved', 'ended', 'cancelled'] satisfies TaskEvent[]

/** An import adds many tasks, and workers that are busy look by themselves when they are done. */
const addedEveryMs = 100

/** How often whoever waits for a task looks at it all the same: where messages reach all processes, and where they may not. */
const pollBehindMs = { all: 1000, ownOnly: 350 }

/**
 * What the processes of an instance notify each other of about tasks. Best effort: a message only has its receiver look
 * sooner at the rows, so that it does no harm when it is lost, repeated or late. Listeners in this process are called
 * directly.
 */
export class TaskMessages {
  /** How often whoever waits for a task looks at it all the same. */
  readonly pollMs: number
  readonly #messages: Messages
  readonly #local = new EventEmitter<{ added: []; task: [TaskNotice] }>().setMaxListeners(0)
  readonly #sender = randomId(8)
  #isQuiet = false
  #wasAddedMeanwhile = false

  /** `reachAll`: every process of the instance gets the messages; otherwise only this one does. */
  constructor(messages: Messages, { reachAll }: { reachAll: boolean }) {
    this.#messages = messages
    this.pollMs = reachAll ? pollBehindMs.all : pollBehindMs.ownOnly
  }

  /** There is work in the queue: others get a message at once, and for more work one every so often at most. */
  added(): void {
    this.#local.emit('added')
    if (this.#isQuiet) this.#wasAddedMeanwhile = true
    else this.#publishAdded()
  }

  #publishAdded(): void {
    this.#isQuiet = true
    this.#wasAddedMeanwhile = false
    this.#messages.publish('tasks', this.#sender)
    setTimeout(() => {
      this.#isQuiet = false
      if (this.#wasAddedMeanwhile) this.#publishAdded()
    }, addedEveryMs).unref()
  }

  /** Something happened to a task. Whoever reports progress limits how often. */
  tell(id: string, event: TaskEvent): void {
    this.#local.emit('task', { id, event })
    this.#messages.publish('task', JSON.stringify({ id, event, sender: this.#sender }))
  }

  /** Calls `listener` when there is work, or may be, until the function that is returned is called. */
  onAdded(listener: () => void): () => void {
    this.#local.on('added', listener)
    return all([
      () => this.#local.off('added', listener),
      this.#messages.subscribe('tasks', (sender) => {
        if (sender !== this.#sender) listener()
      }),
      this.#messages.onGap(listener),
    ])
  }

  /** Calls `listener` for what happens to any task, and with null when messages may have been missed. */
  onTask(listener: (notice: TaskNotice | null) => void): () => void {
    this.#local.on('task', listener)
    return all([
      () => this.#local.off('task', listener),
      this.#messages.subscribe('task', (payload) => {
        const message = readMessage(payload)
        if (message !== undefined && message.sender !== this.#sender) listener(message)
      }),
      this.#messages.onGap(() => listener(null)),
    ])
  }
}

function all(steps: (() => void)[]): () => void {
  return () => {
    for (const step of steps) step()
  }
}

/** Undefined for what this version does not know: another one may run beside it during an update. */
function readMessage(payload: string): (TaskNotice & { sender: string }) | undefined {
  try {
    const { id, event, sender } = JSON.parse(payload) as Record<string, unknown>
    if (typeof id !== 'string' || typeof sender !== 'string') return undefined
    if (typeof event !== 'string' || !taskEvents.includes(event)) return undefined
    return { id, event: event as TaskEvent, sender }
  } catch {
    return undefined
  }
}
