import type { ClientRequest, IncomingMessage } from 'node:http'
import { brokenHttp, timedOut } from '../network-errors.ts'

/** Answers that only announce another, such as 103: a server could send them without end. */
const maxInterimAnswers = 10

/**
 * The answer to a request to `host`, as soon as its headers are there, which they must be in `headersMs`. Rejects
 * with what is wrong before that; `onFault` is told it too, and every error of the request that comes later.
 */
export function firstAnswer(
  asking: ClientRequest,
  { host, headersMs, onFault }: { host: string; headersMs: number; onFault: (error: unknown) => void },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interimAnswers = 0
    const timer = setTimeout(() => asking.destroy(timedOut()), headersMs)
    const fail = (error: unknown) => {
      clearTimeout(timer)
      onFault(error)
      reject(error)
    }
    asking
      .on('information', () => {
        interimAnswers += 1
        if (interimAnswers > maxInterimAnswers) asking.destroy(brokenHttp(host))
      })
      // Nobody asked for another protocol. The request itself has ended for Node, so no error of it would come.
      .on('upgrade', (_answer, socket) => {
        socket.destroy()
        fail(brokenHttp(host))
      })
      .on('response', (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      .on('error', fail)
  })
}
