import type { Elections } from './elections.ts'
import type { Channel, Messages } from './messages.ts'

/** Receives measurements of the communication between the processes of an instance. */
export type ClusterObserver = {
  sent(channel: Channel): void
  /** A message arrived, from this process or another one. */
  received(channel: Channel): void
  /** Messages may have been missed. */
  gap(): void
  /** This process was elected for the work of this name; call `end` when the work is over. */
  elected(name: string): { end(): void }
  /** Another process was doing the work of this name. */
  notElected(name: string): void
  /** The lock was lost during the work. */
  lockLost(name: string): void
}

const channels: readonly Channel[] = ['catalogue', 'tasks', 'task', 'counts']

/** Wraps messages to report them to the observer. */
export function observedMessages(messages: Messages, observer: ClusterObserver): Messages {
  for (const channel of channels) messages.subscribe(channel, () => observer.received(channel))
  messages.onGap(() => observer.gap())
  return {
    publish(channel, payload) {
      messages.publish(channel, payload)
      observer.sent(channel)
    },
    subscribe: (channel, listener) => messages.subscribe(channel, listener),
    onGap: (listener) => messages.onGap(listener),
    close: () => messages.close(),
  }
}

/** Wraps elections to report them to the observer. */
export function observedElections(elections: Elections, observer: ClusterObserver): Elections {
  return {
    async runAlone(name, work) {
      // Metrics have a series for each kind of work: one for each GIF would be unbounded.
      const [kind = name] = name.split(':')
      let isElected = false
      const result = await elections.runAlone(name, async (signal) => {
        isElected = true
        const term = observer.elected(kind)
        signal.addEventListener('abort', () => observer.lockLost(kind), { once: true })
        try {
          return await work(signal)
        } finally {
          term.end()
        }
      })
      if (!isElected) observer.notElected(kind)
      return result
    },
  }
}
