import type { FastifyReply, FastifyRequest } from 'fastify'

const sessionName = 'gifwright'
const deviceName = 'gifwright-device'
const signOnName = 'gifwright-sign-on'
const browserName = 'gifwright-browser'
const languageName = 'gifwright-language'

/** The session key sent by the browser; undefined without one. */
export function sessionKey(request: FastifyRequest, siteUrl: string): string | undefined {
  return request.cookies[cookieFor(siteUrl, sessionName).name]
}

/** Stores the key of the session in the browser until the session expires. */
export function setSessionCookie(reply: FastifyReply, siteUrl: string, key: string, maxAgeMs: number): void {
  setCookie(reply, siteUrl, sessionName, key, maxAgeMs)
}

/** Removes the key of the session from the browser. */
export function clearSessionCookie(reply: FastifyReply, siteUrl: string): void {
  const { name, options } = cookieFor(siteUrl, sessionName)
  reply.clearCookie(name, options)
}

/** The value that the browser received at its last sign-in; '' without one. */
export function readDeviceCookie(request: FastifyRequest, siteUrl: string): string {
  return request.cookies[cookieFor(siteUrl, deviceName).name] ?? ''
}

/** Lets the next sign-in recognize the browser. The cookie outlives the session on purpose. */
export function setDeviceCookie(reply: FastifyReply, siteUrl: string, value: string, validMs: number): void {
  setCookie(reply, siteUrl, deviceName, value, validMs)
}

/** The value that binds a sign-in at the provider to this browser; '' without one. */
export function readSignOnCookie(request: FastifyRequest, siteUrl: string): string {
  return request.cookies[cookieFor(siteUrl, signOnName).name] ?? ''
}

/** Binds a sign-in at the provider to the browser that began it. */
export function setSignOnCookie(reply: FastifyReply, siteUrl: string, value: string, validMs: number): void {
  setCookie(reply, siteUrl, signOnName, value, validMs)
}

/** Removes the cookie at the end of the sign-in. */
export function clearSignOnCookie(reply: FastifyReply, siteUrl: string): void {
  const { name, options } = cookieFor(siteUrl, signOnName)
  reply.clearCookie(name, options)
}

/** The language chosen on the site; '' without a choice. A request rejected early has no cookies yet. */
export function readLanguageCookie(
  request: Partial<Pick<FastifyRequest, 'cookies'>>,
  siteUrl: string,
): string {
  return request.cookies?.[cookieFor(siteUrl, languageName).name] ?? ''
}

/** Stores the chosen language. */
export function setLanguageCookie(
  reply: FastifyReply,
  siteUrl: string,
  value: string,
  validMs: number,
): void {
  setCookie(reply, siteUrl, languageName, value, validMs)
}

/** The secret of a browser for which sources are prepared; '' without one. */
export function readBrowserCookie(request: FastifyRequest, siteUrl: string): string {
  return request.cookies[cookieFor(siteUrl, browserName).name] ?? ''
}

/** Lets a visitor's browser see the sources that were prepared for it. */
export function setBrowserCookie(
  reply: FastifyReply,
  siteUrl: string,
  secret: string,
  validMs: number,
): void {
  setCookie(reply, siteUrl, browserName, secret, validMs)
}

/** Removes the secret, so that nobody has access to the sources prepared for the browser. */
export function clearBrowserCookie(reply: FastifyReply, siteUrl: string): void {
  const { name, options } = cookieFor(siteUrl, browserName)
  reply.clearCookie(name, options)
}

function setCookie(
  reply: FastifyReply,
  siteUrl: string,
  name: string,
  value: string,
  maxAgeMs: number,
): void {
  const cookie = cookieFor(siteUrl, name)
  reply.setCookie(cookie.name, value, { ...cookie.options, maxAge: Math.floor(maxAgeMs / 1000) })
}

/** The name and options of a cookie. With the prefix `__Host-` browsers accept it from this host only. */
function cookieFor(siteUrl: string, name: string) {
  const secure = siteUrl.startsWith('https:')
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
  }
}
