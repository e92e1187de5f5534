import type { IncomingHttpHeaders } from 'node:http'
import fresh from 'fresh'
import type { StoredFile } from '../media/media-store.ts'

export type Verdict = 'proceed' | 'not-modified' | 'failed'

/** The time in the format of HTTP, which has no fractions of a second. */
export function httpDate(timeMs: number): string {
  return new Date(timeMs).toUTCString()
}

/**
 * Evaluates the preconditions of a GET or HEAD in the order of RFC 9110, 13.2.2. A date that cannot be parsed is
 * ignored.
 */
export function checkPreconditions(headers: IncomingHttpHeaders, file: StoredFile): Verdict {
  const { 'if-match': ifMatch, 'if-unmodified-since': ifUnmodifiedSince } = headers
  if (!isConditional(headers)) return 'proceed'
  if (ifMatch !== undefined) {
    if (!listsTag(ifMatch, file.etag)) return 'failed'
  } else if (Math.floor(file.modifiedAt / 1000) * 1000 > Date.parse(ifUnmodifiedSince ?? '')) return 'failed'
  return isNotModified(headers, file.etag, httpDate(file.modifiedAt)) ? 'not-modified' : 'proceed'
}

/** Returns true if a request has preconditions; most have none. */
export function isConditional(headers: IncomingHttpHeaders): boolean {
  return (
    headers['if-match'] !== undefined ||
    headers['if-none-match'] !== undefined ||
    headers['if-modified-since'] !== undefined ||
    headers['if-unmodified-since'] !== undefined
  )
}

/** Returns true if the client has the current version, by If-None-Match or else If-Modified-Since. */
export function isNotModified(headers: IncomingHttpHeaders, etag: string, lastModified?: string): boolean {
  // Without Cache-Control: on a reload, fresh would ignore the client's copy.
  const { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince } = headers
  const conditions = { 'if-none-match': ifNoneMatch?.trim(), 'if-modified-since': ifModifiedSince }
  return fresh(conditions, { etag, 'last-modified': lastModified })
}

/** Returns true if the Range header applies: If-Range is missing or names exactly this file, by tag or by date. */
export function rangeApplies(ifRange: string | string[] | undefined, file: StoredFile): boolean {
  return ifRange === undefined || ifRange === file.etag || ifRange === httpDate(file.modifiedAt)
}

/** If-Match needs a strong comparison, which fresh lacks. */
function listsTag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim() === etag)
}
