import { Counter, Histogram, type Registry } from 'prom-client'
import type { DatabaseObserver, DatabaseState } from '../../lib/database.ts'
import { gauge } from './gauge.ts'

/** Metrics of the database. */
export function databaseMetrics(registers: Registry[]): DatabaseObserver {
  const statements = new Histogram({
    name: 'gifwright_database_statement_seconds',
    help: 'Duration of statements, including waiting for another writer.',
    buckets: [0.0001, 0.001, 0.01, 0.1, 1, 5],
    registers,
  })
  const faults = new Counter({
    name: 'gifwright_database_faults_total',
    help: 'Statements that failed, by reason.',
    labelNames: ['reason'],
    registers,
  })
  const connectionsLost = new Counter({
    name: 'gifwright_database_connections_lost_total',
    help: 'Open connections to PostgreSQL that were lost.',
    registers,
  })
  const retries = new Counter({
    name: 'gifwright_database_retries_total',
    help: 'Transactions and reads that were run again on PostgreSQL, by reason.',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of ['disk_full', 'read_only', 'other']) faults.inc({ reason }, 0)
  for (const reason of ['serialization', 'deadlock', 'connection']) retries.inc({ reason }, 0)
  return {
    statement: (tookMs) => statements.observe(tookMs / 1000),
    fault: (reason) => faults.inc({ reason }),
    connectionLost: () => connectionsLost.inc(),
    retried: (reason) => retries.inc({ reason }),
  }
}

/** Gauges of PostgreSQL. */
export function databaseGauges(registers: Registry[], state: () => DatabaseState): void {
  const one = (name: string, help: string, value: (now: DatabaseState) => number) =>
    gauge(registers, `gifwright_database_${name}`, help, { read: async () => value(state()) })
  gauge(registers, 'gifwright_database_connections', 'Open connections of the pool, by state.', {
    label: 'state',
    read: async () => {
      const { open, idle } = state()
      return [
        ['idle', idle],
        ['used', open - idle],
      ]
    },
  })
  one('connections_max', 'DATABASE_CONNECTIONS.', ({ maxOpen }) => maxOpen)
  one('connection_waits', 'Statements that wait for a connection of the pool.', ({ waiting }) => waiting)
  one('listening', '1 while messages of other processes arrive.', (now) => Number(now.isListening))
  one(
    'clock_offset_seconds',
    'What the clock of the database is ahead of this machine.',
    (now) => now.clockAheadMs / 1000,
  )
}
