import type { IncomingHttpHeaders } from 'node:http'
import type { StoredFile } from '../../media/media-store.ts'

export type Verdict = 'go-on' | 'not-modified' | 'failed'

/** The time as HTTP writes it, which has no fractions of a second. */
export function httpDate(timeMs: number): string {
  return new Date(timeMs).toUTCString()
}

/** Judges the conditions of a GET or HEAD in the order of RFC 9110, 13.2.2. A date that cannot be read is no condition. */
export function checkPreconditions(headers: IncomingHttpHeaders, file: StoredFile): Verdict {
  const modifiedSecond = Math.floor(file.modifiedAt / 1000)
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined) {
    if (!listsTag(ifMatch, file.etag)) return 'failed'
  } else if (modifiedSecond > secondOf(headers['if-unmodified-since'], Infinity)) return 'failed'

  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) return isKnown(ifNoneMatch, file.etag) ? 'not-modified' : 'go-on'
  return modifiedSecond <= secondOf(headers['if-modified-since'], -Infinity) ? 'not-modified' : 'go-on'
}

/** Whether the Range header counts: If-Range names exactly this file, by tag or by date, or is not there. */
export function rangeHolds(ifRange: string | string[] | undefined, file: StoredFile): boolean {
  return ifRange === undefined || ifRange === file.etag || ifRange === httpDate(file.modifiedAt)
}

/** Whether an If-None-Match names this tag: who asks has what would be sent. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && listsTag(ifNoneMatch.replaceAll('W/', ''), etag)
}

function listsTag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim() === etag)
}

function secondOf(date: string | undefined, otherwise: number): number {
  const timeMs = Date.parse(date ?? '')
  return Number.isNaN(timeMs) ? otherwise : Math.floor(timeMs / 1000)
}
