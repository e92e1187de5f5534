import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Smaller answers come from Node's own pool. */
const minBytes = 8192

/** Larger ones are rare, and are not kept. */
const maxBytes = 2 ** 20

/** The most that is kept for further answers. */
const maxKeptBytes = 16 * 2 ** 20

/** What is free, by its size, which is a power of two. */
const free = new Map<number, ArrayBuffer[]>()

/** What answers have that are not yet sent. */
const lent = new WeakSet<ArrayBufferLike>()

let keptBytes = 0

/**
 * Memory for an answer. Of many answers of tens of kilobytes each the garbage collector would have more to do than all
 * else that makes them: see docs/decisions/0024. What is never given back with `keepWhenSent` goes as other memory does.
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

/** Keeps the memory of an answer for another one once the system has taken over all of this one. */
export function keepWhenSent(response: ServerResponse, { buffer }: Buffer): void {
  if (!lent.delete(buffer)) return
  // Not emitted where the connection ends before: then a part may still be on its way.
  response.once('finish', () => {
    if (keptBytes + buffer.byteLength > maxKeptBytes) return
    keptBytes += buffer.byteLength
    const sameSize = free.get(buffer.byteLength)
    if (sameSize === undefined) free.set(buffer.byteLength, [buffer as ArrayBuffer])
    else sameSize.push(buffer as ArrayBuffer)
  })
}

/** Sends JSON that is put together already: the schema of the route, which would serialise it, only describes it. */
export function sendJson(reply: unknown, json: string | Buffer): FastifyReply {
  // The type of a route's reply takes nothing but what its schema describes.
  const sending = reply as FastifyReply
  if (typeof json !== 'string') keepWhenSent(sending.raw, json)
  return sending.type('application/json; charset=utf-8').send(json)
}
