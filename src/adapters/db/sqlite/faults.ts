import { AppError } from '../../../lib/app-error.ts'
import { movedBeginning, movedError } from '../shared/moved.ts'
import { primaryCode, sqliteCodes } from './sqlite-codes.ts'

/** Returns true for SQLITE_BUSY and its variants, such as a recovery (261) or an outdated snapshot (517). */
export function isLocked(error: unknown): boolean {
  return primaryCode(error) === sqliteCodes.busy
}

/** Converts an error of a statement for the domain: a disk that cannot be written now is a temporary fault. */
export function toStatementError(error: unknown): unknown {
  const code = primaryCode(error)
  if (code === sqliteCodes.constraint && error instanceof Error && error.message.startsWith(movedBeginning))
    return movedError(error.message, error)
  if (code === sqliteCodes.full) {
    return new AppError(
      'unavailable',
      { detail: 'noSpaceToSave' },
      { retry: true, reason: 'no_space', retryAfterSeconds: diskRetrySeconds, cause: error },
    )
  }
  if (code === sqliteCodes.readOnly || code === sqliteCodes.ioError || code === sqliteCodes.cannotOpen) {
    return new AppError(
      'unavailable',
      { detail: 'diskNotWritable' },
      { retry: true, retryAfterSeconds: diskRetrySeconds, cause: error },
    )
  }
  return error
}

/** A long delay, because a person has to fix the disk. */
const diskRetrySeconds = 60

/**
 * The reason that the database `file` cannot be used, as advice for the operator. Other errors are returned unchanged.
 */
export function toOpeningError(error: unknown, file: string): unknown {
  const code = primaryCode(error) ?? (error instanceof AppError ? primaryCode(error.cause) : undefined)
  const sentence = openingFaults.get(code ?? 0)
  return sentence === undefined ? error : new Error(`The database ${file} ${sentence}`, { cause: error })
}

/**
 * The reason that a database cannot be copied, for the operator: a sentence about whichever of the two files is at
 * fault.
 */
export function toCopyingError(error: unknown, source: string, target: string): unknown {
  const code = primaryCode(error)
  if (code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase) return toOpeningError(error, source)
  if (code !== sqliteCodes.ioError) return toOpeningError(error, target)
  return new Error(`The database ${source} cannot be copied to ${target}: a disk reports a fault.`, {
    cause: error,
  })
}

const openingFaults = new Map<number, string>([
  [sqliteCodes.notADatabase, 'is not a database, or was overwritten. Restore it from a backup.'],
  [sqliteCodes.corrupt, 'is damaged. Restore it from a backup.'],
  [
    sqliteCodes.readOnly,
    'cannot be written by this user. Give it the right to write to the file and its folder.',
  ],
  [
    sqliteCodes.cannotOpen,
    'cannot be opened. It must be a file, in a folder in which this user has the right to write.',
  ],
  [sqliteCodes.full, 'cannot be written: its disk is full. Free some space, then start again.'],
  [sqliteCodes.ioError, 'cannot be read or written: its disk reports a fault.'],
])
