import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Requests whose client waits for a word before it sends the body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Requests that expect something else than that word. */
const unmeetable = new WeakSet<IncomingMessage>()

/**
 * Has clients that ask before they send a body (`Expect: 100-continue`) wait until the body is wanted. What expects
 * something else is a request like any other here: refuseOddRequests answers it.
 */
export function holdBodies(server: Server): void {
  const hold = (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response)
    server.emit('request', request, response)
  }
  server.on('checkContinue', hold)
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unmeetable.add(request)
    hold(request, response)
  })
}

/** The request was let in: its client is told to send the body, if it asked. */
export function askForBody(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
}

/** Whether the client still waits, so that no body is on its way. */
export function isHeldBack(request: IncomingMessage): boolean {
  return waiting.has(request)
}

/** Whether the request has an `Expect` that nobody here can meet. */
export function expectsUnknown(request: IncomingMessage): boolean {
  return unmeetable.has(request)
}
