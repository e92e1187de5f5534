import { createHmac, timingSafeEqual } from 'node:crypto'

/** URLs under which files of an upstream server are served here. */
export interface UpstreamUrls {
  /** Returns the URL. `fileName` is only for people and programs that look at its end. */
  urlOf(upstreamUrl: string, fileName: string): string
  /** Returns the URL at the upstream server; null if it was not signed here. Never throws. */
  read(signature: string, encoded: string): string | null
}

const signatureBytes = 16

/** Signs and reads such URLs. They do not expire: people keep links to the files they sent. */
export function createUpstreamUrls(mediaUrl: () => string, secret: string | Buffer): UpstreamUrls {
  const sign = (encoded: string) =>
    createHmac('sha256', secret).update(`upstream\n${encoded}`).digest().subarray(0, signatureBytes)
  return {
    urlOf(upstreamUrl, fileName) {
      const encoded = Buffer.from(upstreamUrl).toString('base64url')
      return `${mediaUrl()}/upstream/${sign(encoded).toString('base64url')}/${encoded}/${fileName}`
    },
    read(signature, encoded) {
      const given = Buffer.from(signature, 'base64url')
      const right = sign(encoded)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      return Buffer.from(encoded, 'base64url').toString('utf8')
    },
  }
}
