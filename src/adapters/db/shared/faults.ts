import { AppError } from '../../../lib/app-error.ts'
import type { DatabaseRetry } from '../../../lib/database.ts'

/** PostgreSQL could not do the work because of concurrent transactions: serialization failure, deadlock. */
const deadlock = '40P01'
const conflictCodes = new Set<unknown>(['40001', deadlock])

/** The connection was lost, or the server is shutting down, before anything lasting was done. */
const lostCodes = new Set<unknown>(['57P01', '57P02', '57P03', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE'])

/** Returns true if a connection to PostgreSQL was lost or could not be made. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = 'code' in error ? error.code : undefined
  if (lostCodes.has(code) || (typeof code === 'string' && code.startsWith('08'))) return true
  return /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying|Query read timeout)/.test(
    error.message,
  )
}

/** The reason to run a transaction again after this error; undefined if it should not be. */
export function retryReason(error: unknown): DatabaseRetry | undefined {
  const cause = error instanceof AppError ? error.cause : error
  if (isConnectionLost(cause)) return 'connection'
  if (!isTransient(cause)) return undefined
  return cause instanceof Error && 'code' in cause && cause.code === deadlock ? 'deadlock' : 'serialization'
}

/** Returns true if a transaction with this error may succeed when it is run again at once. */
export function isTransient(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error
  if (!(cause instanceof Error)) return false
  return conflictCodes.has('code' in cause ? cause.code : undefined) || isConnectionLost(cause)
}
