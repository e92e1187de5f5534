/** The file name of the database in a data folder, and in a backup, which can become one. */
export const databaseName = 'gifwright.db'

/** The reason a database operation failed: the first three of either database, the others of SQLite and PostgreSQL. */
export type DatabaseFault =
  | 'disk_full'
  | 'read_only'
  | 'other'
  | 'locked'
  | 'io_error'
  | 'damaged'
  | 'connection'
  | 'timeout'
  | 'conflict'

/** The reason a PostgreSQL operation was repeated: other transactions interfered, or the connection was lost. */
export type DatabaseRetry = 'serialization' | 'deadlock' | 'connection'

/** Receives measurements of the database. The last two come from PostgreSQL only. */
export type DatabaseObserver = {
  /**
   * Called when a statement succeeded; `tookMs` includes waiting for other writers. `sql` has placeholders for values.
   */
  statement(tookMs: number, sql?: string): void
  fault(reason: DatabaseFault): void
  /** Called when an open connection is lost, even without a statement on it. */
  connectionLost(): void
  /** Called when a transaction, or a statement outside of one, is run again. */
  retried(reason: DatabaseRetry): void
}

/** The current state of PostgreSQL as this process sees it. */
export type DatabaseState = {
  /** Connections of the pool: all open ones, the idle ones, and the number of callers waiting for one. */
  open: number
  idle: number
  waiting: number
  /** DATABASE_CONNECTIONS. */
  maxOpen: number
  /** True if messages from other processes can arrive now. */
  isListening: boolean
  /** The lead of the database's clock over this machine's. */
  clockAheadMs: number
}
