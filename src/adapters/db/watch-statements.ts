import type { LogEvent } from 'kysely'
import type { DatabaseFault, DatabaseObserver } from '../../lib/database.ts'
import { primaryCode, sqliteCodes } from './sqlite-codes.ts'

const faults = new Map<number, DatabaseFault>([
  [sqliteCodes.busy, 'locked'],
  [sqliteCodes.locked, 'locked'],
  [sqliteCodes.readOnly, 'read_only'],
  [sqliteCodes.ioError, 'io_error'],
  [sqliteCodes.corrupt, 'damaged'],
  [sqliteCodes.full, 'disk_full'],
  [sqliteCodes.cannotOpen, 'io_error'],
  [sqliteCodes.notADatabase, 'damaged'],
])

/** Tells an observer of each statement, for kysely's `log`. A broken constraint is an answer, not a fault. */
export function watchStatements(observer: DatabaseObserver): (event: LogEvent) => void {
  return (event) => {
    if (event.level === 'query') observer.statement(event.queryDurationMillis)
    else reportFault(observer, event.error)
  }
}

/** Reports an error of a statement to an observer, unless it is a broken constraint. */
export function reportFault(observer: DatabaseObserver, error: unknown): void {
  const code = innerCode(error)
  if (code !== sqliteCodes.constraint) observer.fault(faults.get(code ?? 0) ?? 'other')
}

/** The code may be that of the cause: what is a passing fault comes as an AppError. */
function innerCode(error: unknown): number | undefined {
  const code = primaryCode(error)
  if (code !== undefined || !(error instanceof Error)) return code
  return innerCode(error.cause)
}
