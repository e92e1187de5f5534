import type { Database } from '../adapters/db/shared/database.ts'
import { DatabaseClock } from '../adapters/db/postgres/database-clock.ts'
import { connectionConfig, openPostgres } from '../adapters/db/postgres/postgres.ts'
import { openSession } from '../adapters/db/postgres/session.ts'
import { openDatabase } from '../adapters/db/sqlite/sqlite.ts'
import { type Elections, LocalElections } from '../cluster/elections.ts'
import { LocalMessages, type Messages } from '../cluster/messages.ts'
import type { Config } from '../config/config.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import type { DatabaseObserver } from '../lib/database.ts'
import { databaseFile } from './data-folder.ts'

/** The database of the settings, with the clock of its rows and what its processes have in common. */
export type OpenDatabase = Database & {
  kind: 'sqlite' | 'postgres'
  clock: Clock
  messages: Messages
  elections: Elections
}

/**
 * Opens PostgreSQL where DATABASE_URL is set, and SQLite in the data folder otherwise. `clock` is the clock of the rows;
 * left out: the machine's for SQLite, the database's for PostgreSQL. Throws a sentence.
 */
export async function openConfiguredDatabase(
  config: Config,
  clock: Clock | undefined,
  observer: DatabaseObserver | undefined,
): Promise<OpenDatabase> {
  if (config.database === null) {
    return {
      ...(await openDatabase({ file: databaseFile(config), observer })),
      kind: 'sqlite',
      clock: clock ?? systemClock,
      messages: new LocalMessages(),
      elections: new LocalElections(),
    }
  }
  const options = { ...config.database, observer }
  const { db, pool, readRows, close } = await openPostgres(options)
  const databaseClock = new DatabaseClock(pool)
  try {
    await databaseClock.start()
    const session = await openSession(connectionConfig(options), pool, () => observer?.fault('connection'))
    return {
      db,
      readRows,
      kind: 'postgres',
      clock: clock ?? databaseClock,
      ...session,
      async close() {
        databaseClock.stop()
        await session.messages.close()
        await close()
      },
    }
  } catch (error) {
    databaseClock.stop()
    await close()
    throw error
  }
}
