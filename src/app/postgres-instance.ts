import { DatabaseClock } from '../adapters/db/postgres/database-clock.ts'
import { connectionConfig, openPostgres } from '../adapters/db/postgres/postgres.ts'
import { openSession } from '../adapters/db/postgres/session.ts'
import { observedElections, observedMessages } from '../cluster/observed-cluster.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../lib/clock.ts'
import type { OpenDatabase, StoreObservers } from './database.ts'

/** Opens PostgreSQL, with the messages and elections of the processes that use it. Throws a sentence. */
export async function openPostgresInstance(
  settings: NonNullable<Config['database']>,
  clock: Clock | undefined,
  observers: StoreObservers | undefined,
): Promise<OpenDatabase> {
  const observer = observers?.database
  const options = { ...settings, observer }
  const { db, pool, readRows, close } = await openPostgres(options)
  const databaseClock = new DatabaseClock(pool)
  try {
    await databaseClock.start()
    const session = await openSession(connectionConfig(options), pool, observer)
    const { messages, elections, isListening } = session
    return {
      db,
      readRows,
      kind: 'postgres',
      clock: clock ?? databaseClock,
      messages: observers === undefined ? messages : observedMessages(messages, observers.cluster),
      elections: observers === undefined ? elections : observedElections(elections, observers.cluster),
      state: () => ({
        open: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
        maxOpen: options.maxConnections,
        isListening: isListening(),
        clockAheadMs: databaseClock.aheadMs,
      }),
      async close() {
        databaseClock.stop()
        await messages.close()
        await close()
      },
    }
  } catch (error) {
    databaseClock.stop()
    await close()
    throw error
  }
}
