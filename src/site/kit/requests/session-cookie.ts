import type { FastifyReply, FastifyRequest } from 'fastify'

/** How the browser keeps a cookie of the site. The prefix makes it refuse one that was set by anybody but this host. */
export function cookieFor(siteUrl: string, name = 'gifwright') {
  const secure = siteUrl.startsWith('https:')
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
  }
}

/** The key of the session that the browser sent; undefined when it sent none. */
export function sessionKey(request: FastifyRequest, siteUrl: string): string | undefined {
  return request.cookies[cookieFor(siteUrl).name]
}

/** Gives the browser the key of its session, for as long as the session can hold. */
export function setSessionCookie(reply: FastifyReply, siteUrl: string, key: string, maxAgeMs: number): void {
  const { name, options } = cookieFor(siteUrl)
  reply.setCookie(name, key, { ...options, maxAge: Math.floor(maxAgeMs / 1000) })
}

/** Takes it away again. */
export function clearSessionCookie(reply: FastifyReply, siteUrl: string): void {
  const { name, options } = cookieFor(siteUrl)
  reply.clearCookie(name, options)
}
