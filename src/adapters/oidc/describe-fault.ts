const maxDepth = 5
const maxTextLength = 300

/**
 * What went wrong at the provider, for the log: the messages and codes of the errors, and the error that the provider named.
 * The library's errors carry whole answers, with tokens and claims, which must not get into the log.
 */
export function describeFault(error: unknown): Error {
  const parts: string[] = []
  for (let cause = error, depth = 0; cause instanceof Error && depth < maxDepth; depth++) {
    parts.push(textOf(cause))
    cause = cause.cause
  }
  return new Error(parts.join('; '))
}

function textOf(error: Error): string {
  // It repeats the beginning of the text that could not be read.
  if (error instanceof SyntaxError) return 'the answer is not JSON'
  const named = ['code', 'error', 'error_description', 'status'].map((key) => read(error, key))
  return [error.message, ...named, challengeOf(error)].filter((text) => text !== '').join(' ')
}

/** The error of a `WWW-Authenticate` header, as an answer to wrong client credentials has it. */
function challengeOf({ cause }: Error): string {
  const first: unknown = Array.isArray(cause) ? cause[0] : undefined
  const parameters: unknown =
    typeof first === 'object' && first !== null ? Reflect.get(first, 'parameters') : null
  if (typeof parameters !== 'object' || parameters === null) return ''
  return [read(parameters, 'error'), read(parameters, 'error_description')].join(' ').trim()
}

function read(from: object, key: string): string {
  const value: unknown = Reflect.get(from, key)
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxTextLength) : ''
}
