/**
 * The headers of every response of the site. Media may come from the site and from `mediaOrigins`; `framedBy` lists the
 * origins that may embed the page in a frame.
 */
export function securityHeaders(mediaOrigins: string, framedBy = "'none'"): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
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
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
}
