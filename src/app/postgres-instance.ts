import { DatabaseClock } from '../adapters/db/postgres/database-clock.ts'
import { connectionConfig, preparePostgres } from '../adapters/db/postgres/postgres.ts'
import { openSession } from '../adapters/db/postgres/session.ts'
import { observedElections, observedMessages } from '../cluster/observed-cluster.ts'
import type { Config } from '../config/config.ts'
import type { OpenDatabase, OpenOptions } from './opened-database.ts'

/** Opens PostgreSQL, with the messages and elections of its processes. Throws a sentence. */
export async function openPostgresInstance(
  settings: NonNullable<Config['database']>,
  { clock, observers, mayCreate, mayMigrate }: OpenOptions,
): Promise<OpenDatabase> {
  const observer = observers?.database
  const options = { ...settings, observer }
  const { db, pool, readRows, close, upgrade, isNew } = await preparePostgres({
    ...options,
    mayCreate,
    mayMigrate,
  })
  const databaseClock = new DatabaseClock(pool)
  try {
    await databaseClock.start()
    const session = await openSession(connectionConfig(options), pool, observer)
    const { messages, elections, isListening } = session
    return {
      db,
      readRows,
      upgrade,
      isNew,
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
