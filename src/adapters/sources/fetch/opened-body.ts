import { AppError } from '../../../lib/app-error.ts'
import { sniffBytes, sniffVideo } from '../../../media/file-type.ts'
import { hostOf } from '../guard/address-guard.ts'
import type { HttpAnswer, HttpClient } from './http-client.ts'
import { brokenHttp, tooSlow, toNetworkError, toStatusError } from '../network-errors.ts'
import { createPace } from '../transfer-limits.ts'

/** Chunks of HTTP may carry words of their own, which no limit of a body counts. */
const maxWireShare = 2
/** What was read ahead, and the headers of TLS and HTTP. */
const usualPackingBytes = 2 ** 20

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
  const start = await readUpTo(kindBytes, next).catch((error: unknown) => {
    answer.body.destroy()
    throw error
  })
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

/**
 * The body of `answer`, chunk by chunk. It throws AppError source_unreachable where the connection breaks, too
 * little comes in the time, or most of what comes is packing.
 */
export function chunkReader(answer: HttpAnswer, signal: AbortSignal): OpenedBody['next'] {
  const chunks = answer.body[Symbol.asyncIterator]()
  const isFastEnough = createPace(answer.limits)
  const host = hostOf(answer.url)
  let bodyBytes = 0
  return async () => {
    const askedAt = performance.now()
    const { done, value }: IteratorResult<unknown> = await chunks.next().catch((error: unknown) => {
      signal.throwIfAborted()
      throw toNetworkError(answer.fault() ?? error, host)
    })
    if (done === true) return undefined
    if (!Buffer.isBuffer(value)) throw new AppError('internal', 'A body must be bytes.')
    bodyBytes += value.length
    if (!isFastEnough(value.length, performance.now() - askedAt)) throw tooSlow(host)
    if (answer.wireBytes() > maxWireShare * bodyBytes + usualPackingBytes) throw brokenHttp(host)
    return value
  }
}

/** What an answer is, as far as its type and its first bytes tell. */
export type BodyKind = 'video' | 'page' | 'playlist' | 'other'

/** How many of the first bytes `bodyKind` looks at. */
export const kindBytes = sniffBytes

const playlistTypes = /mpegurl|dash\+xml|mpeg\.dash/i

/**
 * Decides by the first bytes; the type, which senders often get wrong, decides only where they say nothing.
 * `contentType` is the header as it came; `start` holds up to `kindBytes` bytes.
 */
export function bodyKind(contentType: string, start: Uint8Array): BodyKind {
  if (sniffVideo(start) !== null) return 'video'
  const text = Buffer.from(start).toString('latin1')
  const words = text
    .replace(/^(?:\xEF\xBB\xBF|\xFE\xFF|\xFF\xFE)/, '')
    .replaceAll('\0', '')
    .trimStart()
    .toLowerCase()
  if (words.startsWith('#extm3u') || words.startsWith('<mpd') || playlistTypes.test(contentType))
    return 'playlist'
  if (/^(?:<!doctype html|<html|<head|<body|<title|<meta)/.test(words)) return 'page'
  if (/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(contentType)) return 'page'
  return /^\s*video\//i.test(contentType) && start.length > 0 && !words.startsWith('<') ? 'video' : 'other'
}
