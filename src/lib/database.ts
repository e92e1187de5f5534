/** The file name of the database in a data folder, and in a backup, which can become one. */
export const databaseName = 'gifwright.db'

/**
 * The kind of a failed database operation: the first three occur in both databases, the others in SQLite or in
 * PostgreSQL.
 */
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

/** The reason to repeat a PostgreSQL statement: conflicting transactions or a lost connection. */
export type DatabaseRetry = 'serialization' | 'deadlock' | 'connection'

/** Receives measurements of the database. The last two come from PostgreSQL only. */
export type DatabaseObserver = {
  /** A statement succeeded; `tookMs` includes waiting for other writers. `sql` has placeholders for its values. */
  statement(tookMs: number, sql?: string): void
  fault(reason: DatabaseFault): void
  /** An open connection was lost, whether or not a statement was running on it. */
  connectionLost(): void
  /** A transaction, or a statement outside of one, is repeated. */
  retried(reason: DatabaseRetry): void
}

/** The current state of PostgreSQL as seen by this process. */
export type DatabaseState = {
  /** Connections of the pool: all open ones, the idle ones, and requests waiting for one. */
  open: number
  idle: number
  waiting: number
  /** DATABASE_CONNECTIONS. */
  maxOpen: number
  /** True if messages from other processes arrive. */
  isListening: boolean
  /** The time by which the database's clock is ahead of this machine's. */
  clockAheadMs: number
}
