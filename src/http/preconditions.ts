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

/** Whether a request has preconditions; most have none. */
export function isConditional(headers: IncomingHttpHeaders): boolean {
  return (
    headers['if-match'] !== undefined ||
    headers['if-none-match'] !== undefined ||
    headers['if-modified-since'] !== undefined ||
    headers['if-unmodified-since'] !== undefined
  )
}

/** Whether the client has the current version, by If-None-Match or else If-Modified-Since. */
export function isNotModified(headers: IncomingHttpHeaders, etag: string, lastModified?: string): boolean {
  // Without Cache-Control: fresh would ignore what the client has on a reload.
  const { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince } = headers
  const conditions = { 'if-none-match': ifNoneMatch?.trim(), 'if-modified-since': ifModifiedSince }
  return fresh(conditions, { etag, 'last-modified': lastModified })
}

/** Whether the Range header applies: If-Range is missing or names exactly this file, by tag or by date. */
export function rangeApplies(ifRange: string | string[] | undefined, file: StoredFile): boolean {
  return ifRange === undefined || ifRange === file.etag || ifRange === httpDate(file.modifiedAt)
}

/** If-Match compares strongly, which fresh cannot. */
function listsTag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim() === etag)
}
