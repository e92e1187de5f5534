import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ByteRange } from '../../media/media-store.ts'
import type { CachedFile } from './media-cache.ts'

/** As many bytes are written at once. */
export const chunkBytes = 128 * 1024

/** Sends a range of a file that is in memory, and releases it when the connection is done with it. */
export function sendCached(
  reply: FastifyReply,
  { bytes, release }: CachedFile,
  { first, last }: ByteRange,
): void {
  if (reply.raw.closed) release()
  else reply.raw.on('close', release)
  const part = bytes.subarray(first, last + 1)
  void reply.send(part.length <= chunkBytes ? part : new Chunks(part))
}

/** The rate of an answer is measured by whole chunks (connection-limits.ts): a chunk of the whole file would hide a slow client. */
class Chunks extends Readable {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    super({ highWaterMark: chunkBytes })
    this.#bytes = bytes
  }

  override _read(): void {
    const chunk = this.#bytes.subarray(this.#at, this.#at + chunkBytes)
    this.#at += chunk.length
    this.push(chunk.length === 0 ? null : chunk)
  }
}
