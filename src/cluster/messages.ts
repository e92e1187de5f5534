import { EventEmitter } from 'node:events'

/*
 * What the processes of one instance notify each other of:
 * - `catalogue`: the change log has new entries;
 * - `tasks`: work was added to the queue;
 * - `task`: a task moved on, ended or was canceled (JSON);
 * - `counts`: how much of the shared limits clients have used (JSON).
 */
export type Channel = 'catalogue' | 'tasks' | 'task' | 'counts'

/** The longest message: PostgreSQL takes 8,000 bytes with what it adds. */
export const maxMessageBytes = 7000

/** Best effort: a message can be lost, so that whoever must not miss a change polls for it as well. */
export interface Messages {
  /** Notifies every process of the instance, this one included. `payload` has at most `maxMessageBytes` bytes. */
  publish(channel: Channel, payload: string): void
  /** Calls `listener` for each message until the function that is returned is called. */
  subscribe(channel: Channel, listener: (payload: string) => void): () => void
  /** Calls `listener` when messages may have been missed, for example after the connection was lost. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

/** Messages within this process, which is all where no other one can be reached. */
export class LocalMessages implements Messages {
  readonly #emitter = new EventEmitter().setMaxListeners(0)

  publish(channel: Channel, payload: string): void {
    checkMessage(payload)
    setImmediate(() => this.#emitter.emit(channel, payload))
  }

  subscribe(channel: Channel, listener: (payload: string) => void): () => void {
    this.#emitter.on(channel, listener)
    return () => this.#emitter.off(channel, listener)
  }

  /** There are none: nothing is lost within a process. */
  onGap(): () => void {
    return () => undefined
  }

  async close(): Promise<void> {
    this.#emitter.removeAllListeners()
  }
}

/** Throws for a message that is too long: it would only fail with PostgreSQL. */
export function checkMessage(payload: string): void {
  if (Buffer.byteLength(payload) > maxMessageBytes)
    throw new Error(`a message has at most ${maxMessageBytes} bytes`)
}
