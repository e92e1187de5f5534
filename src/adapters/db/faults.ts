import { AppError } from '../../lib/app-error.ts'

const primaryCodeMask = 0xff
const sqlite = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 }

/** True for SQLITE_BUSY and its variants, such as a recovery (261) or an outdated snapshot (517). */
export function isLocked(error: unknown): boolean {
  return primaryCode(error) === sqlite.busy
}

/** A statement's error as the domain knows it: a disk that cannot be written now is a passing fault. */
export function toDomainError(error: unknown): unknown {
  const code = primaryCode(error)
  if (code === sqlite.full) {
    return new AppError('unavailable', 'The service has no room to write this now; try again later.', {
      ...{ retry: true, retryAfterSeconds: diskRetrySeconds, cause: error },
    })
  }
  if (code === sqlite.readOnly || code === sqlite.ioError || code === sqlite.cannotOpen) {
    return new AppError('unavailable', 'The service cannot write to its disk now; try again later.', {
      ...{ retry: true, retryAfterSeconds: diskRetrySeconds, cause: error },
    })
  }
  return error
}

/** A disk is mended by a person. */
const diskRetrySeconds = 60

/** Why a database `file` cannot be used, for the operator: a sentence that says what to do. Other errors stay as they are. */
export function toOpeningError(error: unknown, file: string): unknown {
  const code = primaryCode(error) ?? (error instanceof AppError ? primaryCode(error.cause) : undefined)
  const sentence = openingFaults.get(code ?? 0)
  return sentence === undefined ? error : new Error(`The database ${file} ${sentence}`, { cause: error })
}

const openingFaults = new Map([
  [sqlite.notADatabase, 'is not a database, or was overwritten. Restore it from a backup.'],
  [sqlite.corrupt, 'is damaged. Restore it from a backup.'],
  [sqlite.readOnly, 'cannot be written by this user. Give it the right to write to the file and its folder.'],
  [
    sqlite.cannotOpen,
    'cannot be opened. It must be a file, in a folder in which this user has the right to write.',
  ],
  [sqlite.full, 'cannot be written: its disk is full. Make room, then start again.'],
  [sqlite.ioError, 'cannot be read or written: its disk reports a fault.'],
])

function primaryCode(error: unknown): number | undefined {
  const isOfSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
  return isOfSqlite ? Number(error.errcode) & primaryCodeMask : undefined
}
