import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Smaller responses come from Node's own pool. */
const minBytes = 8192

/** Larger ones are rare, and are not kept. */
const maxBytes = 2 ** 20

/** The maximum memory kept for further responses. */
const maxKeptBytes = 16 * 2 ** 20

/** Free buffers by size, which is a power of two. */
const free = new Map<number, ArrayBuffer[]>()

/** Buffers of responses that are not yet sent. */
const lent = new WeakSet<ArrayBufferLike>()

let keptBytes = 0

/**
 * Memory for a response. With many responses of tens of kilobytes, garbage collection would cost more than everything
 * else: see docs/decisions/0024. Memory that is not returned with `keepWhenSent` is collected as usual.
 */
export function answerMemory(length: number): Buffer {
  if (length < minBytes || length > maxBytes) return Buffer.allocUnsafe(length)
  const size = 2 ** Math.ceil(Math.log2(length))
  const memory = free.get(size)?.pop()
  if (memory !== undefined) keptBytes -= size
  const taken = memory ?? Buffer.allocUnsafeSlow(size).buffer
  lent.add(taken)
  return Buffer.from(taken, 0, length)
}

/** Keeps the memory of a response for another one once the system has taken over all of this one. */
export function keepWhenSent(response: ServerResponse, { buffer }: Buffer): void {
  if (!lent.delete(buffer)) return
  // Not emitted if the connection ends early: a part may then still be in transit.
  response.once('finish', () => {
    if (keptBytes + buffer.byteLength > maxKeptBytes) return
    keptBytes += buffer.byteLength
    const sameSize = free.get(buffer.byteLength)
    if (sameSize === undefined) free.set(buffer.byteLength, [buffer as ArrayBuffer])
    else sameSize.push(buffer as ArrayBuffer)
  })
}

/** Sends finished JSON: the schema of the route, which would serialize it, only documents it. */
export function sendJson(reply: unknown, json: string | Buffer): FastifyReply {
  // The type of a route's reply takes nothing but what its schema describes.
  const sending = reply as FastifyReply
  if (typeof json !== 'string') keepWhenSent(sending.raw, json)
  return sending.type('application/json; charset=utf-8').send(json)
}
