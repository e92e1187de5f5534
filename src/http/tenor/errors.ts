import { keyErrorOf, wrongKeyMessage } from '../compat/app-keys.ts'
import { crossOriginHeaders } from '../compat/cross-origin.ts'
import type { PresentError } from '../surface.ts'

/** What Google's interfaces call the errors of an HTTP status. */
const names: Readonly<Partial<Record<number, string>>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  408: 'DEADLINE_EXCEEDED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

const wrongKey = {
  message: wrongKeyMessage,
  details: [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'gifwright' },
  ],
}

/** An error in the form of Google's interfaces, which clients of Tenor v2 read. */
export const presentTenorError: PresentError = (error, context) => {
  const keyError = keyErrorOf(error)
  const code =
    keyError === 'missing' ? 403 : keyError === 'wrong' || context.status === 422 ? 400 : context.status
  const { message, details } = keyError === 'wrong' ? wrongKey : { message: error.message, details: [] }
  const status = names[code] ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL')
  return { status: code, headers: crossOriginHeaders, body: { error: { code, message, status, details } } }
}
