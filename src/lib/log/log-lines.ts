/** The logged fields of an error. */
export type ErrorLine = {
  type: string
  message: string
  code?: string
  stack?: string
  /** Another error, or the output of a tool. */
  cause?: ErrorLine | string
}

const maxTextLength = 8192
const maxDepth = 5

/**
 * Describes an error for the log with a closed list of fields, since libraries attach all sorts of data to errors (an
 * address, the bytes of a request). A cause may be the output of a tool.
 */
export function describeError(error: unknown, depth = 0): ErrorLine | string {
  if (!(error instanceof Error)) return cut(typeof error === 'string' ? error : (JSON.stringify(error) ?? ''))
  const code: unknown = 'code' in error ? error.code : undefined
  return {
    type: error.constructor.name,
    message: cut(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(error.stack !== undefined && { stack: cut(error.stack) }),
    ...(error.cause !== undefined && depth < maxDepth && { cause: describeError(error.cause, depth + 1) }),
  }
}

function cut(text: string): string {
  return text.slice(0, maxTextLength)
}

/** Never matches past a quote or a backslash, so that the line stays valid JSON. */
const wholeAddress = /\b(https?:\/\/)([^\s"\\/?#]*)([^\s"\\]*)/gi
const query = /\?[^\s"\\?=]*=[^\s"\\]*/g
const apiToken = /\bgw_[\w-]{8,}/g

/**
 * Removes secrets from a log line: everything but the host of an address (also in messages of tools and libraries), the
 * query of a path, which may contain a signature, and API tokens.
 */
export function hideSecrets(line: string): string {
  return line
    .replace(wholeAddress, (_all, scheme: string, authority: string, rest: string) => {
      const host = authority.slice(authority.lastIndexOf('@') + 1)
      return `${scheme}${host}${rest === '' ? '' : '/...'}`
    })
    .replace(query, '?...')
    .replace(apiToken, 'gw_...')
}
