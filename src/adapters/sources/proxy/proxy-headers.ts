import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** Hop-by-hop headers; those that a Connection header names are too. */
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

/** The headers that a proxy passes on. Without a `body`, what describes one is left out as well. */
export function endToEndHeaders(
  headers: IncomingHttpHeaders,
  { body }: { body: boolean },
): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const dropped = new Set([...hopByHop, ...named, ...(body ? [] : ['content-length'])])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}
