import { Counter, Gauge, type Registry } from 'prom-client'
import type { ClusterObserver } from '../../cluster/observed-cluster.ts'

/** Metrics of the communication between an instance's processes. */
export function clusterMetrics(registers: Registry[]): ClusterObserver {
  const messages = new Counter({
    name: 'gifwright_messages_total',
    help: 'Messages between processes, by channel and direction.',
    labelNames: ['channel', 'direction'],
    registers,
  })
  const gaps = new Counter({
    name: 'gifwright_message_gaps_total',
    help: 'Times that messages of other processes may have been missed.',
    registers,
  })
  const elections = new Counter({
    name: 'gifwright_elections_total',
    help: 'Elections for what one process does at a time, by name and outcome.',
    labelNames: ['name', 'outcome'],
    registers,
  })
  const elected = new Gauge({
    name: 'gifwright_elected',
    help: '1 while this process does the work of this name.',
    labelNames: ['name'],
    registers,
  })
  return {
    sent: (channel) => messages.inc({ channel, direction: 'sent' }),
    received: (channel) => messages.inc({ channel, direction: 'received' }),
    gap: () => gaps.inc(),
    elected(name) {
      elections.inc({ name, outcome: 'elected' })
      elected.set({ name }, 1)
      return { end: () => elected.set({ name }, 0) }
    },
    notElected: (name) => elections.inc({ name, outcome: 'another' }),
    lockLost: (name) => elections.inc({ name, outcome: 'lost' }),
  }
}
