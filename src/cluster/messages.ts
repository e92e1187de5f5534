import { EventEmitter } from 'node:events'

/*
 * Channels between the processes of one instance:
 * - `catalogue`: the change log has new entries;
 * - `tasks`: work was added to the queue;
 * - `task`: a task moved on, ended or was canceled (JSON);
 * - `counts`: clients' use of the shared limits (JSON).
 */
export type Channel = 'catalogue' | 'tasks' | 'task' | 'counts'

/** The longest message: PostgreSQL accepts 8,000 bytes, including its own overhead. */
export const maxMessageBytes = 7000

/** Best effort: a message can be lost, so a receiver that must not miss a change polls as well. */
export interface Messages {
  /** Notifies every process of the instance, including this one. `payload` has at most `maxMessageBytes` bytes. */
  publish(channel: Channel, payload: string): void
  /** Calls `listener` for each message until the returned function is called. */
  subscribe(channel: Channel, listener: (payload: string) => void): () => void
  /** Calls `listener` when messages may have been missed, for example after the connection was lost. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

/** Messages within this process, for an instance whose processes cannot reach each other. */
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

  /** Never calls the listener: no message is lost within a process. */
  onGap(): () => void {
    return () => undefined
  }

  async close(): Promise<void> {
    this.#emitter.removeAllListeners()
  }
}

/** Throws if a message is too long: otherwise it would fail only with PostgreSQL. */
export function checkMessage(payload: string): void {
  if (Buffer.byteLength(payload) > maxMessageBytes)
    throw new Error(`a message has at most ${maxMessageBytes} bytes`)
}
