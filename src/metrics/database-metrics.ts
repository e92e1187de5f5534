import { Counter, Histogram, type Registry } from 'prom-client'
import type { DatabaseObserver } from '../lib/database.ts'

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
  return {
    statement: (tookMs) => statements.observe(tookMs / 1000),
    fault: (reason) => faults.inc({ reason }),
  }
}
