/** What a worker that runs WebAssembly may do, whose policy is that of its own file: it loads and sends nothing. */
export const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

/**
 * The headers of every response of the site. Media may come from the site and from `mediaOrigins`; `framedBy` lists the
 * origins that may embed the page in a frame.
 */
export function securityHeaders(mediaOrigins: string, framedBy = "'none'"): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      // The encoder and the drawing of layers are WebAssembly.
      "script-src 'self' 'wasm-unsafe-eval'",
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

/** The header of the one page that records: only the page itself may, not what it would embed. Sound is never recorded. */
export const recordingPolicy = permissionsPolicy('(self)')

function permissionsPolicy(recorders: '()' | '(self)'): string {
  return `camera=${recorders}, display-capture=${recorders}, geolocation=(), microphone=()`
}
