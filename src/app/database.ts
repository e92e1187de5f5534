import type { Database } from '../adapters/db/shared/database.ts'
import type { Preparation, TableChanges } from '../adapters/db/shared/migrate.ts'
import { prepareDatabase } from '../adapters/db/sqlite/sqlite.ts'
import { type Elections, LocalElections } from '../cluster/elections.ts'
import { LocalMessages, type Messages } from '../cluster/messages.ts'
import type { ClusterObserver } from '../cluster/observed-cluster.ts'
import type { Config } from '../config/config.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import type { DatabaseObserver, DatabaseState } from '../lib/database.ts'
import { databaseFile } from './data-folder.ts'

/** The database from the settings, with the clock for its rows and the parts shared by its processes. */
export type OpenDatabase = Database &
  Preparation & {
    kind: 'sqlite' | 'postgres'
    clock: Clock
    messages: Messages
    elections: Elections
    /** The state of PostgreSQL; null for SQLite, which has no connections. */
    state: (() => DatabaseState) | null
  }

/** Observers of the stores. */
export type StoreObservers = { database: DatabaseObserver; cluster: ClusterObserver }

/** The clock of the rows; by default, the machine's for SQLite, the database's for PostgreSQL. */
export type OpenOptions = TableChanges & { clock: Clock | undefined; observers: StoreObservers | undefined }

/**
 * Opens PostgreSQL if DATABASE_URL is set, otherwise SQLite in the data folder. A database of an older version is not
 * migrated before `upgrade.run`. Throws a sentence.
 */
export async function openConfiguredDatabase(config: Config, options: OpenOptions): Promise<OpenDatabase> {
  const { clock, observers, mayCreate, mayMigrate } = options
  if (config.database === null) {
    const file = databaseFile(config)
    return {
      ...(await prepareDatabase({ file, observer: observers?.database, mayCreate, mayMigrate })),
      kind: 'sqlite',
      clock: clock ?? systemClock,
      messages: new LocalMessages(),
      elections: new LocalElections(),
      state: null,
    }
  }
  // Loaded only if it is used: SQLite needs none of it.
  const { openPostgresInstance } = await import('./postgres-instance.ts')
  return openPostgresInstance(config.database, options)
}
