import type { Database } from '../adapters/db/shared/database.ts'
import type { Preparation, TableChanges } from '../adapters/db/shared/migrate.ts'
import type { Elections } from '../cluster/elections.ts'
import type { Messages } from '../cluster/messages.ts'
import type { ClusterObserver } from '../cluster/observed-cluster.ts'
import type { Clock } from '../lib/clock.ts'
import type { DatabaseObserver, DatabaseState } from '../lib/database.ts'

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
