import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isHeldBack } from '../connection/expect-continue.ts'

type DiscardLimits = { maxBytes: number; maxMs: number }

const checkEveryMs = 50
const defaultLimits: DiscardLimits = { maxBytes: 256 * 2 ** 20, maxMs: 10_000 }

/**
 * Leaves every body unread for `readBody`; fastify itself would keep it in memory. The rest that a handler leaves
 * unread is discarded within limits, so that the client sees the response.
 */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // The most common type has its own parser: fastify searches for all others each time.
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, (_request, _payload, done) => done(null))
  app.addHook('onSend', (request, reply, payload, done) => {
    // This connection ends with the response, so the body must end first, unless it arrives too slowly.
    const endsWithAnswer = !reply.raw.shouldKeepAlive && reply.statusCode !== 408
    if (!endsWithAnswer || !isUnread(request.raw) || isHeldBack(request.raw)) return done(null, payload)
    return discardRest(request.raw).then(() => undefined)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (isUnread(request.raw)) void discardOrDestroy(request)
    done()
  })
}

async function discardOrDestroy({ raw }: FastifyRequest): Promise<void> {
  if (!(await discardRest(raw))) raw.destroy()
}

/** Returns true if bytes of the body may still come. A complete body is in memory, and Node discards it itself. */
function isUnread(request: IncomingMessage): boolean {
  return !request.destroyed && !request.complete
}

/**
 * Reads and discards the rest of a body. Closing a connection with unread bytes resets it, and a client that is still
 * sending never sees its response. Resolves with true if the body has ended, with false at a limit.
 */
function discardRest(request: IncomingMessage, limits: DiscardLimits = defaultLimits): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { socket } = request
  const startBytes = socket.bytesRead
  const startMs = performance.now()
  // Counted by the socket: after the response, Node may discard the body itself, without events.
  const timer = setInterval(() => {
    const overLimit =
      socket.bytesRead - startBytes > limits.maxBytes || performance.now() - startMs > limits.maxMs
    if (request.complete || socket.destroyed) finish(true)
    else if (overLimit) finish(false)
  }, checkEveryMs)
  timer.unref()
  const ended = () => finish(true)
  function finish(hasEnded: boolean): void {
    clearInterval(timer)
    request.off('end', ended).off('close', ended)
    resolve(hasEnded)
  }
  request.on('end', ended).on('close', ended).resume()
  return promise
}
