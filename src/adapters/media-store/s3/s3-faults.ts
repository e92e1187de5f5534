import { S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '../../../lib/app-error.ts'
import { noSpace } from '../../../lib/disk/disk-faults.ts'
import { systemCode } from '../../../lib/system-code.ts'

/** A server that is restarted is back in seconds. */
const retryAfterSeconds = 5

/** Temporary refusals: the operator changes a key, a policy or a clock, and the same request succeeds. */
const passingStatuses = new Set([401, 403, 404, 408, 409, 412, 425, 429])
const fullCodes = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity'])

/** Returns the S3 server's answer, or the fault on the way to it, in a word: `NoSuchBucket`, `ECONNREFUSED`. */
export function faultName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  // The names come from the server: they are kept short and plain.
  const name = error instanceof S3ServiceException ? error.name : (systemCode(error) ?? error.name)
  return name.replaceAll(/[^\w.-]/g, '').slice(0, 60)
}

/** Returns the status of the server's answer; undefined without one. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

/** Returns true if the server says that the file does not exist; a missing bucket is a different matter. */
export function isMissingFile(error: unknown): boolean {
  return statusOf(error) === 404 && faultName(error) !== 'NoSuchBucket'
}

/** Returns true if the server says that it does not know such a request. */
export function isUnknownRequest(error: unknown): boolean {
  const status = statusOf(error)
  return status === 501 || status === 405 || faultName(error) === 'NotImplemented'
}

/**
 * Translates a fault of the server, or of the way to it, to the temporary AppError unavailable. Its cause names the
 * operation and the answer, and nothing of the request: neither keys nor signatures. Other errors are returned as they
 * are.
 */
export function toS3Error(operation: string, error: unknown): unknown {
  if (error instanceof AppError || !isOfServer(error)) return error
  const status = statusOf(error)
  const name = faultName(error)
  const answered = status === undefined ? '' : `, status ${status}`
  const cause = new Error(`the S3 server failed to ${operation}: ${name}${answered}`)
  if (status === 507 || fullCodes.has(name)) return noSpace(cause)
  if (status !== undefined && status >= 400 && status < 500 && !passingStatuses.has(status)) return cause
  return s3OutOfReach(cause)
}

/** Returns the error of work with files that the S3 server cannot read or write now. */
export function s3OutOfReach(cause: unknown): AppError {
  return new AppError('unavailable', { detail: 'filesOutOfReach' }, { retry: true, retryAfterSeconds, cause })
}

/** Returns true for errors of the SDK, which have metadata of the answer, and of the network, which have a code. */
function isOfServer(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('$metadata' in error || '$response' in error || error.name === 'TimeoutError') return true
  const code = systemCode(error)
  // Node uses its own codes for invalid arguments too: those are faults of this program.
  return code !== undefined && (!code.startsWith('ERR_') || /^ERR_(?:TLS|SSL|STREAM|HTTP)/.test(code))
}
