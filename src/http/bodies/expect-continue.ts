import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Requests whose client waits for a word before it sends the body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Has clients that ask before they send a body (`Expect: 100-continue`) wait until the body is wanted. */
export function holdBodies(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response)
    server.emit('request', request, response)
  })
}

/** The request was let in: its client is told to send the body, if it asked. */
export function askForBody(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
}
