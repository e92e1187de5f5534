import { AppError } from '../../lib/app-error.ts'

/** Returns the error code of the system or of Node, such as `ECONNRESET`. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'ETIMEDOUT'
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * Translates a failure to connect to `host` to an AppError source_*. Closed, filtered and dead ports give the same message,
 * so that the service cannot be used to scan ports.
 */
export function toConnectError(error: unknown, host: string): AppError {
  if (error instanceof AppError) return error
  return codeOf(error) === 'ENOTFOUND'
    ? unreachable(`There is no host named ${host}.`, false, error)
    : unreachable(`${host} could not be reached.`, true, error)
}

/** Translates an error of a connection to `host` to an AppError source_*; an AppError is returned as it is. */
export function toNetworkError(error: unknown, host: string): AppError {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  if (code === 'ETIMEDOUT') return unreachable(`${host} did not answer in time.`, true, error)
  if (/CERT|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/.test(code)) {
    const message = `The secure connection to ${host} could not be made, because its certificate is not valid.`
    return unreachable(message, false, error)
  }
  if (/TLS|SSL|^EPROTO$/.test(code)) {
    return unreachable(`The secure connection to ${host} could not be made.`, false, error)
  }
  if (code.startsWith('HPE_')) return httpViolation(host, error)
  return unreachable(`The connection to ${host} broke.`, true, error)
}

/** Returns the error for a response that violates HTTP. */
export function httpViolation(host: string, cause?: unknown): AppError {
  return unreachable(`${host} does not speak HTTP as it should.`, false, cause)
}

/** Returns the error for a server that sends too slowly. Not retried: it would occupy a worker as long again. */
export function tooSlow(host: string): AppError {
  return unreachable(`${host} sends too slowly.`, false)
}

/** Returns the error of a socket that is closed because nothing was received. */
export function timedOut(): Error {
  return Object.assign(new Error('nothing was received for too long'), { code: 'ETIMEDOUT' })
}

/** Returns the AppError for an answer that is not a success, by its HTTP status. */
export function toStatusError(status: number, host: string): AppError {
  if (status === 404 || status === 410) {
    return new AppError('source_not_found', `${host} has nothing at this address.`, { field: 'url' })
  }
  if (status === 401 || status === 403 || status === 451) {
    return unreachable(`${host} does not let this service fetch the address.`, false)
  }
  const mayPass = status === 408 || status === 425 || status === 429 || status >= 500
  return unreachable(`${host} answered with an error (HTTP ${status}).`, mayPass)
}

/** Returns the error for a source over the limit of `maxBytes`, which the message shows in whole megabytes. */
export function sourceTooLarge(maxBytes: number): AppError {
  const megabytes = Math.max(1, Math.floor(maxBytes / 2 ** 20))
  return new AppError('source_too_large', `The video is over the limit of ${megabytes} MB.`, { field: 'url' })
}

function unreachable(message: string, retry: boolean, cause?: unknown): AppError {
  return new AppError('source_unreachable', message, { field: 'url', retry, cause })
}
