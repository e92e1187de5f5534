/** The file name of the database in a data folder, and in a backup, which can become one. */
export const databaseName = 'gifwright.db'

/** Why a database operation failed: the first three can be either database's, the others are SQLite's and PostgreSQL's. */
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

/** Why PostgreSQL was asked again: other transactions were in the way, or the connection was lost. */
export type DatabaseRetry = 'serialization' | 'deadlock' | 'connection'

/** Receives measurements of the database. The last two come from PostgreSQL only. */
export type DatabaseObserver = {
  /** A statement succeeded; `tookMs` includes waiting for other writers. `sql` has placeholders for its values. */
  statement(tookMs: number, sql?: string): void
  fault(reason: DatabaseFault): void
  /** A connection that was open is gone, whether or not a statement ran on it. */
  connectionLost(): void
  /** A transaction, or a statement outside of one, is run again. */
  retried(reason: DatabaseRetry): void
}

/** PostgreSQL as this process sees it at this moment. */
export type DatabaseState = {
  /** Connections of the pool: all that are open, those of them that nobody uses, and who waits for one. */
  open: number
  idle: number
  waiting: number
  /** DATABASE_CONNECTIONS. */
  maxOpen: number
  /** Whether messages of other processes arrive now. */
  isListening: boolean
  /** What the database's clock is ahead of this machine's. */
  clockAheadMs: number
}
