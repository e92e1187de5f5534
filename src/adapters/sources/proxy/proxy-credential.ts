import { createHash, timingSafeEqual } from 'node:crypto'
import { randomId } from '../../../lib/ids.ts'

export type ProxyCredential = {
  /** `name:password`, as used in an address. */
  text: string
  /** Whether a Proxy-Authorization header carries this credential; compared in constant time. */
  fits: (header: string) => boolean
}

/** A new credential for one job. */
export function createProxyCredential(): ProxyCredential {
  const text = `job:${randomId(32)}`
  const expected = digest(`Basic ${Buffer.from(text).toString('base64')}`)
  return { text, fits: (header) => timingSafeEqual(digest(header), expected) }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
