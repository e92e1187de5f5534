import type { IncomingMessage } from 'node:http'

export type DiscardLimits = { maxBytes: number; maxMs: number }

const checkEveryMs = 50
const defaultLimits: DiscardLimits = { maxBytes: 256 * 2 ** 20, maxMs: 10_000 }

/** True while there may be bytes of the body that nobody has read. */
export function isUnread(request: IncomingMessage): boolean {
  return !request.destroyed && !(request.complete && request.readableEnded)
}

/**
 * Reads and drops the rest of a body. A connection closed over unread bytes is reset, and a client that was still
 * sending never sees its answer. Resolves with true when the body has ended, with false at a limit.
 */
export function discardRest(
  request: IncomingMessage,
  limits: DiscardLimits = defaultLimits,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { socket } = request
  const startBytes = socket.bytesRead
  const startMs = performance.now()
  // The socket is asked: once it is answered, Node may drop the body itself, and then nothing else sees its bytes.
  const timer = setInterval(() => {
    const overLimit =
      socket.bytesRead - startBytes > limits.maxBytes || performance.now() - startMs > limits.maxMs
    if (request.complete || socket.destroyed) settle(true)
    else if (overLimit) settle(false)
  }, checkEveryMs)
  timer.unref()
  const ended = () => settle(true)
  function settle(hasEnded: boolean): void {
    clearInterval(timer)
    request.off('end', ended).off('close', ended)
    resolve(hasEnded)
  }
  request.on('end', ended).on('close', ended).resume()
  return promise
}
