import { AppError } from '../../lib/app-error.ts'

const sentences: Record<string, { message: (host: string) => string; retry: boolean }> = {
  ENOTFOUND: { message: (host) => `There is no host named ${host}.`, retry: false },
  ECONNREFUSED: { message: (host) => `${host} does not accept connections.`, retry: true },
  ETIMEDOUT: { message: (host) => `${host} did not answer in time.`, retry: true },
}

/** The code of the system or of Node that an error carries, such as `ECONNRESET`. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'ETIMEDOUT'
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** What went wrong while talking to `host`, as an AppError source_*. One that is an AppError already stays. */
export function toNetworkError(error: unknown, host: string): AppError {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  const known = sentences[code]
  if (known !== undefined) return unreachable(known.message(host), known.retry, error)
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) {
    return unreachable(`The secure connection to ${host} could not be made.`, false, error)
  }
  if (code.startsWith('HPE_')) return unreachable(`${host} does not speak HTTP as it should.`, false, error)
  return unreachable(`The connection to ${host} broke.`, true, error)
}

/** The AppError for an answer that is not a success, by its HTTP status. */
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

/** What is fetched is over the limit. `maxBytes` is named in whole megabytes. */
export function tooLarge(maxBytes: number): AppError {
  const megabytes = Math.max(1, Math.floor(maxBytes / 2 ** 20))
  return new AppError('source_too_large', `The video is over the limit of ${megabytes} MB.`, { field: 'url' })
}

function unreachable(message: string, retry: boolean, cause?: unknown): AppError {
  return new AppError('source_unreachable', message, { field: 'url', retry, cause })
}
