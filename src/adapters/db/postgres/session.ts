import { EventEmitter } from 'node:events'
import type { ClientConfig, Pool } from 'pg'
import type { Elections } from '../../../cluster/elections.ts'
import { type Channel, checkMessage, type Messages } from '../../../cluster/messages.ts'
import type { DatabaseObserver } from '../../../lib/database.ts'
import { lockSpace } from '../shared/transactions.ts'
import { SessionConnection } from './session-connection.ts'

/** The one PostgreSQL channel for all messages. */
const channelOfAll = 'gifwright'

const gap = Symbol('gap')

export type Session = {
  messages: Messages
  elections: Elections
  /** Returns true if messages arrive now. */
  isListening: () => boolean
}

/** Messages by NOTIFY and elections by advisory locks, on one connection. */
export async function openSession(
  config: ClientConfig,
  pool: Pool,
  observer?: DatabaseObserver,
): Promise<Session> {
  const emitter = new EventEmitter().setMaxListeners(0)
  const held = new Map<string, AbortController>()
  const connection = new SessionConnection(config, {
    notification(message) {
      const end = message.indexOf(' ')
      emitter.emit(message.slice(0, end), message.slice(end + 1))
    },
    open(isFirst) {
      if (!isFirst) emitter.emit(gap)
    },
    lost() {
      observer?.fault('connection')
      observer?.connectionLost()
      for (const controller of held.values()) controller.abort(new Error('the lock was lost'))
    },
  })
  await connection.open(channelOfAll)
  return {
    messages: messagesOf(connection, emitter, pool, () => observer?.fault('connection')),
    elections: electionsOf(connection, held),
    isListening: () => connection.isOpen,
  }
}

function messagesOf(
  connection: SessionConnection,
  emitter: EventEmitter,
  pool: Pool,
  onFault: () => void,
): Messages {
  const listen = (event: string | symbol, listener: (payload: string) => void) => {
    emitter.on(event, listener)
    return () => emitter.off(event, listener)
  }
  return {
    publish(channel: Channel, payload: string) {
      checkMessage(payload)
      // No caller waits for it, and receivers that must not miss it poll.
      pool.query('select pg_notify($1, $2)', [channelOfAll, `${channel} ${payload}`]).catch(onFault)
    },
    subscribe: listen,
    onGap: (listener) => listen(gap, listener),
    close: () => connection.close(),
  }
}

function electionsOf(connection: SessionConnection, held: Map<string, AbortController>): Elections {
  return {
    async runAlone(name, work) {
      if (held.has(name)) return undefined
      const controller = new AbortController()
      held.set(name, controller)
      try {
        const lock = [lockSpace, name]
        const [row] = await connection.query<{ taken: number }>(
          'select pg_try_advisory_lock($1, hashtext($2)) as taken',
          lock,
        )
        if (row?.taken !== 1) return undefined
        try {
          return await work(controller.signal)
        } finally {
          // The lock ended with the connection.
          if (!controller.signal.aborted)
            await connection.query('select pg_advisory_unlock($1, hashtext($2))', lock).catch(() => undefined)
        }
      } finally {
        held.delete(name)
      }
    },
  }
}
