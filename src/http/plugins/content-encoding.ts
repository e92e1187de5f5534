import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** The encodings of responses, smallest first. */
export const contentEncodings = ['br', 'gzip', 'identity'] as const
export type ContentEncoding = (typeof contentEncodings)[number]

/** Browsers send 30 characters; parsing time grows with the length. */
const maxHeaderLength = 500

/** There are few kinds of clients, and parsing the header costs as much as a small response. */
const knownChoices = new LRUCache<string, ContentEncoding>({ max: 100 })

/**
 * The encoding that a client prefers, the smallest of several. A client that accepts none gets the unencoded response,
 * which RFC 9110 allows.
 */
export function chooseEncoding(headers: IncomingHttpHeaders): ContentEncoding {
  const accepted = headers['accept-encoding']
  if (accepted === undefined || accepted.length > maxHeaderLength) return 'identity'
  const known = knownChoices.get(accepted)
  if (known !== undefined) return known
  const options = { preferred: contentEncodings }
  const encoding = new Negotiator({ headers }).encoding(contentEncodings, options) ?? 'identity'
  knownChoices.set(accepted, encoding)
  return encoding
}
