import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** The encodings an answer may come in, the smallest first. */
export const contentEncodings = ['br', 'gzip', 'identity'] as const
export type ContentEncoding = (typeof contentEncodings)[number]

/** Browsers send 30 characters; to read many more takes time that grows with them. */
const maxHeaderLength = 500

/** There are few kinds of clients, and reading the header costs as much as a small answer. */
const chosen = new LRUCache<string, ContentEncoding>({ max: 100 })

/**
 * The encoding that a client likes best, of those it likes as much the smallest. Whoever accepts none is sent the answer
 * as it is, which RFC 9110 leaves to us.
 */
export function chooseEncoding(headers: IncomingHttpHeaders): ContentEncoding {
  const accepted = headers['accept-encoding']
  if (accepted === undefined || accepted.length > maxHeaderLength) return 'identity'
  const known = chosen.get(accepted)
  if (known !== undefined) return known
  const options = { preferred: contentEncodings }
  const encoding = new Negotiator({ headers }).encoding(contentEncodings, options) ?? 'identity'
  chosen.set(accepted, encoding)
  return encoding
}
