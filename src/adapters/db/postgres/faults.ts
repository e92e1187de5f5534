import type { ErrorText } from '../../../lib/errors/error-text.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { DatabaseFault } from '../../../lib/database.ts'
import { isConnectionLost, isTransient } from '../shared/faults.ts'
import { movedError, movedSqlState } from '../shared/moved.ts'

const outOfSpace = '53100'
const tooManyConnections = '53300'
const canceledByTimeout = '57014'
const readOnly = '25006'

/** The retry delay while a server restarts. */
const shortRetrySeconds = 5

/** A long delay, because a person has to act. */
const longRetrySeconds = 60

/**
 * Converts an error of a statement for the domain: a server that cannot be reached or written now is a temporary fault.
 */
export function toPostgresError(error: unknown): unknown {
  const code = sqlState(error)
  if (code === movedSqlState && error instanceof Error) return movedError(error.message, error)
  if (code === outOfSpace) {
    return unavailable({ detail: 'noSpaceToSave' }, error, {
      reason: 'no_space',
      retryAfterSeconds: longRetrySeconds,
    })
  }
  if (code === readOnly)
    return unavailable({ detail: 'databaseReadOnly' }, error, {
      retryAfterSeconds: longRetrySeconds,
    })
  if (code === canceledByTimeout || code === tooManyConnections || isTransient(error))
    return unavailable({ detail: 'databaseAway' }, error, {
      retryAfterSeconds: shortRetrySeconds,
    })
  return error
}

/** The error of a commit whose answer was lost: it is unknown whether the transaction was committed. */
export function toCommitError(error: unknown): unknown {
  if (!isConnectionLost(error)) return toPostgresError(error)
  return unavailable(
    { detail: 'databaseAway' },
    new Error('the answer to a commit was lost', { cause: error }),
    { retryAfterSeconds: shortRetrySeconds },
  )
}

/** The kind of fault that the metrics count an error as; null for a violated constraint, which is a result. */
export function faultOf(error: unknown): DatabaseFault | null {
  const cause = error instanceof AppError ? error.cause : error
  const code = sqlState(cause)
  if (code?.startsWith('23') === true || code === movedSqlState) return null
  if (code === outOfSpace) return 'disk_full'
  if (code === readOnly) return 'read_only'
  if (code === canceledByTimeout) return 'timeout'
  if (isConnectionLost(cause)) return 'connection'
  return isTransient(cause) ? 'conflict' : 'other'
}

/**
 * The reason that the database at an address cannot be used, as advice for the operator. `address` contains no
 * password.
 */
export function toPostgresOpeningError(error: unknown, address: string): unknown {
  const cause = error instanceof AppError && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return error
  const sentence = openingFault(cause)
  return sentence === undefined ? error : new Error(`The database ${address} ${sentence}`, { cause })
}

const openingFaults: Record<string, string> = {
  '28P01': 'refuses the password. Check DATABASE_URL.',
  '28000': 'refuses this user. Check DATABASE_URL and pg_hba.conf.',
  '3D000': 'does not exist. Create it: createdb gifwright.',
  '42501': 'does not let this user make tables. Make the user its owner.',
  '53300': 'takes no more connections. Raise max_connections there, or lower DATABASE_CONNECTIONS.',
  '57P03': 'is starting or shutting down. Try again in a moment.',
}

function openingFault(cause: Error): string | undefined {
  const code: unknown = 'code' in cause ? cause.code : undefined
  const known = typeof code === 'string' ? openingFaults[code] : undefined
  if (known !== undefined) return known
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'is on a host that is not known. Check DATABASE_URL.'
  if (code === 'ETIMEDOUT' || isConnectionLost(cause))
    return `cannot be reached (${typeof code === 'string' ? code : cause.message}). Is it running, and reachable from here?`
  return /SSL|TLS|certificate/i.test(cause.message)
    ? `cannot be reached by TLS: ${cause.message}. Add ?sslmode=verify-full to DATABASE_URL, and &sslrootcert=FILE where an authority of your own issued its certificate.`
    : undefined
}

function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function unavailable(
  text: ErrorText,
  cause: unknown,
  options: { reason?: 'no_space'; retryAfterSeconds: number },
): AppError {
  return new AppError('unavailable', text, { retry: true, cause, ...options })
}
