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

/** Receives measurements of the database. */
export type DatabaseObserver = {
  /** A statement succeeded; `tookMs` includes waiting for other writers. */
  statement(tookMs: number): void
  fault(reason: DatabaseFault): void
}
