import { AppError } from '../../lib/app-error.ts'
import { hostOf } from './address-guard.ts'
import { type BodyKind, bodyKind, kindBytes } from './body-kind.ts'
import type { HttpAnswer, HttpClient } from './http-client.ts'
import { toNetworkError, toStatusError } from './network-errors.ts'

/** An answer with status 200 of which `start` was read already. */
export type OpenedBody = {
  answer: HttpAnswer
  kind: BodyKind
  start: Buffer
  /** The chunk after those that were read, undefined at the end. Throws AppError source_unreachable. */
  next: () => Promise<Buffer | undefined>
}

/**
 * Asks for `url` and reads just enough of the answer to see what it is. Throws AppError source_*, also for every
 * status but 200.
 */
export async function openBody(client: HttpClient, url: URL, signal: AbortSignal): Promise<OpenedBody> {
  const answer = await client.get(url, { signal })
  if (answer.status !== 200) {
    answer.body.destroy()
    throw toStatusError(answer.status, hostOf(answer.url))
  }
  const next = chunkReader(answer, signal)
  const start = await readUpTo(kindBytes, next)
  const kind = bodyKind(answer.headers['content-type'] ?? '', start.subarray(0, kindBytes))
  return { answer, kind, start, next }
}

/** Reads whole chunks until there are `bytes` of them, or the end. */
export async function readUpTo(bytes: number, next: OpenedBody['next']): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let length = 0; length < bytes;) {
    const chunk = await next()
    if (chunk === undefined) break
    parts.push(chunk)
    length += chunk.length
  }
  return Buffer.concat(parts)
}

/** The body of `answer`, chunk by chunk. */
export function chunkReader(answer: HttpAnswer, signal: AbortSignal): OpenedBody['next'] {
  const chunks = answer.body[Symbol.asyncIterator]()
  return async () => {
    try {
      const { done, value } = await chunks.next()
      if (done === true) return undefined
      if (Buffer.isBuffer(value)) return value
    } catch (error) {
      signal.throwIfAborted()
      throw toNetworkError(error, hostOf(answer.url))
    }
    throw new AppError('internal', 'A body must be bytes.')
  }
}
