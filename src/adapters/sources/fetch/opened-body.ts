import { AppError } from '../../../lib/app-error.ts'
import { sniffBytes, sniffVideo } from '../../../media/file-type.ts'
import { hostOf } from '../guard/address-guard.ts'
import type { HttpResponse, HttpClient } from './http-client.ts'
import { httpViolation, tooSlow, toNetworkError, toStatusError } from '../network-errors.ts'
import { createPace } from '../transfer-limits.ts'

/** HTTP chunks can carry extensions, which no limit of the body counts. */
const maxWireShare = 2
/** Bytes read ahead, and the headers of TLS and HTTP. */
const maxOverheadBytes = 2 ** 20

/** A response with status 200 whose `start` has been read. */
export type OpenedBody = {
  answer: HttpResponse
  kind: BodyKind
  start: Buffer
  /** Reads the next chunk; undefined at the end. Throws AppError source_unreachable. */
  next: () => Promise<Buffer | undefined>
}

/**
 * Requests `url` and reads just enough of the response to detect its kind. Throws AppError source_*, also for every status
 * but 200.
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

/** Reads whole chunks until there are `bytes` bytes, or to the end. */
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
 * Reads the body of `answer` chunk by chunk. Throws AppError source_unreachable when the connection breaks, the transfer is
 * too slow, or most of it is overhead.
 */
export function chunkReader(answer: HttpResponse, signal: AbortSignal): OpenedBody['next'] {
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
    if (answer.wireBytes() > maxWireShare * bodyBytes + maxOverheadBytes) throw httpViolation(host)
    return value
  }
}

/** The kind of a response, by its type and its first bytes. */
export type BodyKind = 'video' | 'page' | 'playlist' | 'other'

/** The number of first bytes that `bodyKind` reads. */
export const kindBytes = sniffBytes

const playlistTypes = /mpegurl|dash\+xml|mpeg\.dash/i

/**
 * Decides by the first bytes; the type, which is often wrong, decides only when they are inconclusive. `contentType` is the
 * header as received; `start` holds up to `kindBytes` bytes.
 */
export function bodyKind(contentType: string, start: Uint8Array): BodyKind {
  if (sniffVideo(start) !== null) return 'video'
  const text = Buffer.from(start).toString('latin1')
  const lowerCase = text
    .replace(/^(?:\xEF\xBB\xBF|\xFE\xFF|\xFF\xFE)/, '')
    .replaceAll('\0', '')
    .trimStart()
    .toLowerCase()
  if (lowerCase.startsWith('#extm3u') || lowerCase.startsWith('<mpd') || playlistTypes.test(contentType))
    return 'playlist'
  if (/^(?:<!doctype html|<html|<head|<body|<title|<meta)/.test(lowerCase)) return 'page'
  if (/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(contentType)) return 'page'
  return /^\s*video\//i.test(contentType) && start.length > 0 && !lowerCase.startsWith('<')
    ? 'video'
    : 'other'
}
