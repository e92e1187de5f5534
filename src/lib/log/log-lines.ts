/** What the log tells of an error. */
export type ErrorLine = {
  type: string
  message: string
  code?: string
  stack?: string
  /** An error again, or what a tool said. */
  cause?: ErrorLine | string
}

const maxTextLength = 8192
const maxDepth = 5

/**
 * What of an error goes into the log: a closed list, since libraries hang all sorts of things on theirs (an address,
 * the bytes of a request). A cause may be the text of a tool.
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

/** Never past a quote or a backslash: what is left has to be the same JSON. */
const wholeAddress = /\b(https?:\/\/)([^\s"\\/?#]*)([^\s"\\]*)/gi
const query = /\?[^\s"\\?=]*=[^\s"\\]*/g
const apiToken = /\bgw_[\w-]{8,}/g

/**
 * Takes out of a line of the log what may open something: of an address everything but its host (also of those that
 * tools and libraries put into their messages), of a path its query, which may hold a signature, and API tokens.
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
