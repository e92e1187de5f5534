import type { LogEvent } from 'kysely'

/** Why the database itself could not do what it was asked, as far as SQLite says. */
export type DatabaseFault = 'locked' | 'disk_full' | 'read_only' | 'io_error' | 'damaged' | 'other'

/** Is told how the database does. */
export type DatabaseObserver = {
  /** A statement has ended well; `tookMs` with its waiting for others that write. */
  statement(tookMs: number): void
  fault(reason: DatabaseFault): void
}

/** SQLite's primary result codes; a broken constraint (19) is an answer, not a fault. */
const constraint = 19
const faults = new Map<number, DatabaseFault>([
  [5, 'locked'],
  [6, 'locked'],
  [8, 'read_only'],
  [10, 'io_error'],
  [11, 'damaged'],
  [13, 'disk_full'],
  [14, 'io_error'],
  [26, 'damaged'],
])
const primaryCodeMask = 0xff

/** Tells an observer of each statement, for kysely's `log`. */
export function watchStatements(observer: DatabaseObserver): (event: LogEvent) => void {
  return (event) => {
    if (event.level === 'query') return observer.statement(event.queryDurationMillis)
    const code = sqliteCode(event.error)
    if (code !== constraint) observer.fault(faults.get(code ?? 0) ?? 'other')
  }
}

/** The code may be that of the cause: what is a passing fault comes as an AppError. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & primaryCodeMask
  return sqliteCode(error.cause)
}
