declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the page itself runs WebAssembly. Workers have their own policy: see kit/assets/assets.ts. */
    webAssembly?: boolean
  }
}

type PagePolicy = {
  /** The origins that may embed the page in a frame. */
  framedBy?: string
  webAssembly?: boolean
}

/** The headers of every response of the site. Media may come from the site and from `mediaOrigins`. */
export function securityHeaders(
  mediaOrigins: string,
  { framedBy = "'none'", webAssembly = false }: PagePolicy = {},
): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self'${webAssembly ? " 'wasm-unsafe-eval'" : ''}`,
      "style-src 'self'",
      `img-src 'self' blob: ${mediaOrigins}`,
      `media-src 'self' blob: ${mediaOrigins}`,
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${framedBy}`,
    ].join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': permissionsPolicy('()'),
  }
}

/** The header of the only page that records: the page itself may, embedded content may not. Sound is never recorded. */
export const recordingPolicy = permissionsPolicy('(self)')

function permissionsPolicy(recorders: '()' | '(self)'): string {
  return `camera=${recorders}, display-capture=${recorders}, geolocation=(), microphone=()`
}
