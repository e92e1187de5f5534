import { S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '../../../lib/app-error.ts'
import { noSpace } from '../../../lib/disk/disk-faults.ts'
import { systemCode } from '../../../lib/system-code.ts'

/** A server that is restarted is back in seconds. */
const retryAfterSeconds = 5

/** These are refusals for now: the operator changes a key, a policy or a clock, and the same request passes. */
const passingStatuses = new Set([401, 403, 404, 408, 409, 412, 425, 429])
const fullCodes = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity'])

/** What the S3 server answered, or what happened on the way to it, in a word: `NoSuchBucket`, `ECONNREFUSED`. */
export function faultName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  // The names are the server's own words: a text of it is kept short and plain.
  const name = error instanceof S3ServiceException ? error.name : (systemCode(error) ?? error.name)
  return name.replaceAll(/[^\w.-]/g, '').slice(0, 60)
}

/** The status of the server's answer; undefined where there was none. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

/** Whether the server says that there is no such file; a bucket that is not there is another matter. */
export function isMissingFile(error: unknown): boolean {
  return statusOf(error) === 404 && faultName(error) !== 'NoSuchBucket'
}

/** Whether the server says that it does not know such a request. */
export function isUnknownRequest(error: unknown): boolean {
  const status = statusOf(error)
  return status === 501 || status === 405 || faultName(error) === 'NotImplemented'
}

/**
 * Translates a fault of the server, or of the way to it, to the passing AppError unavailable. Its cause says what was asked
 * and what was answered, and nothing of the request: neither keys nor signatures. Other errors are returned as they are.
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

/** The error of work that needs files which the S3 server does not give or take now. */
export function s3OutOfReach(cause: unknown): AppError {
  return new AppError('unavailable', 'The service cannot reach its files now; try again later.', {
    retry: true,
    retryAfterSeconds,
    cause,
  })
}

/** An error of the SDK has what it knows of the answer with it; those of the network have a code. */
function isOfServer(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('$metadata' in error || '$response' in error || error.name === 'TimeoutError') return true
  const code = systemCode(error)
  // Node gives its own codes to wrong arguments too: those are faults of this program.
  return code !== undefined && (!code.startsWith('ERR_') || /^ERR_(?:TLS|SSL|STREAM|HTTP)/.test(code))
}
