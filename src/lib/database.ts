/** What the file of the database is called in a data folder, and in a backup, which can become one. */
export const databaseName = 'gifwright.db'

/** Why the database itself could not do what it was asked, as far as it says. */
export type DatabaseFault = 'locked' | 'disk_full' | 'read_only' | 'io_error' | 'damaged' | 'other'

/** Is told how the database does. */
export type DatabaseObserver = {
  /** A statement has ended well; `tookMs` with its waiting for others that write. */
  statement(tookMs: number): void
  fault(reason: DatabaseFault): void
}
