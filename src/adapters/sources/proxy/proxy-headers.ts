import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { randomId } from '../../../lib/ids.ts'

/** Hop-by-hop headers, in addition to those that a Connection header names. */
const hopByHop = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Returns the headers that a proxy passes on. Without a `body`, headers that describe one are omitted as well. */
export function endToEndHeaders(
  headers: IncomingHttpHeaders,
  { body }: { body: boolean },
): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const dropped = new Set([...hopByHop, ...named, ...(body ? [] : ['content-length'])])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

export type ProxyCredential = {
  /** `name:password`, as used in an address. */
  text: string
  /** Returns true if a Proxy-Authorization header carries this credential; compares in constant time. */
  fits: (header: string) => boolean
}

/** Creates a credential for one job. */
export function createProxyCredential(): ProxyCredential {
  const text = `job:${randomId(32)}`
  const expected = digest(`Basic ${Buffer.from(text).toString('base64')}`)
  return { text, fits: (header) => timingSafeEqual(digest(header), expected) }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
