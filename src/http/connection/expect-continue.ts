import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Requests whose clients wait for 100 Continue before they send the body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Requests with another expectation. */
const unknownExpectation = new WeakSet<IncomingMessage>()

/**
 * Lets clients that send `Expect: 100-continue` wait until the body is read. Other expectations pass here:
 * refuseMalformedRequests answers them.
 */
export function holdBodies(server: Server): void {
  const hold = (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response)
    server.emit('request', request, response)
  }
  server.on('checkContinue', hold)
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unknownExpectation.add(request)
    hold(request, response)
  })
}

/** Tells a waiting client to send the body. */
export function requestBody(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
}

/** Returns true if the client still waits, so that no body is being sent. */
export function isHeldBack(request: IncomingMessage): boolean {
  return waiting.has(request)
}

/** Returns true if the request has an `Expect` other than `100-continue`. */
export function expectsUnknown(request: IncomingMessage): boolean {
  return unknownExpectation.has(request)
}
