import type { ClientRequest, IncomingMessage } from 'node:http'
import { httpViolation, timedOut } from '../network-errors.ts'

/** Interim responses, such as 103; a server could send them endlessly. */
const maxInterimResponses = 10

/**
 * Returns the response to a request to `host`, as soon as its headers have arrived, within `headersMs`. Rejects with an
 * error before that; `onFault` receives it too, and every later error of the request.
 */
export function firstResponse(
  asking: ClientRequest,
  { host, headersMs, onFault }: { host: string; headersMs: number; onFault: (error: unknown) => void },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interimResponses = 0
    const timer = setTimeout(() => asking.destroy(timedOut()), headersMs)
    const fail = (error: unknown) => {
      clearTimeout(timer)
      onFault(error)
      reject(error)
    }
    asking
      .on('information', () => {
        interimResponses += 1
        if (interimResponses > maxInterimResponses) asking.destroy(httpViolation(host))
      })
      // Upgrades are never requested. For Node the request itself has ended, so no error of it would follow.
      .on('upgrade', (_answer, socket) => {
        socket.destroy()
        fail(httpViolation(host))
      })
      .on('response', (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      .on('error', fail)
  })
}
