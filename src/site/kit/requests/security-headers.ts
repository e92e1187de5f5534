/**
 * The headers of every answer of the site. Media may come from `mediaOrigin` besides the site itself; `framedBy` says
 * who may show it in a frame.
 */
export function securityHeaders(mediaOrigin: string, framedBy = "'none'"): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' blob: ${mediaOrigin}`,
      `media-src 'self' blob: ${mediaOrigin}`,
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${framedBy}`,
    ].join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
}
