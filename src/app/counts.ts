import { type AttemptStore, MemoryAttempts } from '../accounts/attempt-store.ts'
import { SqlAttemptStore } from '../adapters/db/shared/counts/attempt-store.ts'
import { forgetCounts, SqlCounter } from '../adapters/db/shared/counts/counter.ts'
import { CountExchange } from '../cluster/count-exchange.ts'
import { type Counters, LocalCounters } from '../cluster/counters.ts'
import type { OpenDatabase } from './database.ts'

type Counts = {
  counters: Counters
  attempts: AttemptStore
  /** Removes what the database no longer needs. */
  forgetCounts: () => Promise<number>
  closeCounts: () => void
}

/**
 * What limits are counted by: with PostgreSQL over all machines. With SQLite there is one, which keeps it in memory: no
 * call writes to the database because it is counted.
 */
export function openCounts({ kind, db, clock, messages }: OpenDatabase, secret: string): Counts {
  if (kind === 'sqlite') {
    return {
      counters: new LocalCounters(),
      attempts: new MemoryAttempts(),
      forgetCounts: async () => 0,
      closeCounts: () => undefined,
    }
  }
  const exchange = new CountExchange({ messages, secret })
  return {
    counters: {
      exact: (options) => new SqlCounter(db, { clock, secret }, options),
      exchanged: (options) => exchange.counter(options),
    },
    attempts: new SqlAttemptStore(db, secret),
    forgetCounts: () => forgetCounts(db, clock),
    closeCounts: () => exchange.close(),
  }
}
