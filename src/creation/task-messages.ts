import { EventEmitter } from 'node:events'
import type { Messages } from '../cluster/messages.ts'
import { randomId } from '../lib/ids.ts'

/** Events of a task. `moved`: it was claimed, its progress was written, or it was queued again. */
export type TaskEvent = 'moved' | 'ended' | 'cancelled'

/** The task of a message; everything else is in its row. */
export type TaskNotice = { id: string; event: TaskEvent }

const taskEvents: readonly string[] = ['moved', 'ended', 'cancelled'] satisfies TaskEvent[]

/** An import adds many tasks, and busy workers look for more by themselves when they finish. */
const addedEveryMs = 100

/**
 * Intervals at which waiters poll a task even if no message arrives: if messages reach all processes, and if they may
 * not.
 */
const pollBehindMs = { all: 1000, ownOnly: 350 }

/**
 * Messages about tasks between the processes of an instance. Best effort: a message only makes its receiver read the
 * rows sooner, so that lost, repeated and late messages do no harm. Listeners in this process are called directly.
 */
export class TaskMessages {
  /** The interval at which waiters poll a task even if no message arrives. */
  readonly pollMs: number
  readonly #messages: Messages
  readonly #local = new EventEmitter<{ added: []; task: [TaskNotice] }>().setMaxListeners(0)
  readonly #sender = randomId(8)
  #isQuiet = false
  #wasAddedMeanwhile = false

  /** `reachAll`: every process of the instance receives the messages; otherwise only this one does. */
  constructor(messages: Messages, { reachAll }: { reachAll: boolean }) {
    this.#messages = messages
    this.pollMs = reachAll ? pollBehindMs.all : pollBehindMs.ownOnly
  }

  /** Announces work in the queue: others get a message at once, and for more work at most one per interval. */
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

  /** Announces an event of a task. Whoever reports progress limits the rate. */
  tell(id: string, event: TaskEvent): void {
    this.#local.emit('task', { id, event })
    this.#messages.publish('task', JSON.stringify({ id, event, sender: this.#sender }))
  }

  /** Calls `listener` when there is or may be work, until the returned function is called. */
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

  /** Calls `listener` for the events of all tasks, and with null when messages may have been missed. */
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

/** Returns undefined for a message of an unknown form: another version may be running during an update. */
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
