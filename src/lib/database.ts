/** The file name of the database in a data folder, and in a backup, which can become one. */
export const databaseName = 'gifwright.db'

/** Why a database operation failed. */
export type DatabaseFault = 'locked' | 'disk_full' | 'read_only' | 'io_error' | 'damaged' | 'other'

/** Receives measurements of the database. */
export type DatabaseObserver = {
  /** A statement succeeded; `tookMs` includes waiting for other writers. */
  statement(tookMs: number): void
  fault(reason: DatabaseFault): void
}
