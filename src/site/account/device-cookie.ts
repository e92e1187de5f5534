import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieFor } from '../kit/requests/session-cookie.ts'

const name = 'gifwright-device'

/** What the browser was given when somebody last signed in with it; '' when that was never. */
export function deviceCookie(request: FastifyRequest, siteUrl: string): string {
  return request.cookies[cookieFor(siteUrl, name).name] ?? ''
}

/** Lets the browser be known again at the next sign-in. It stays when the session ends: that is what it is for. */
export function setDeviceCookie(reply: FastifyReply, siteUrl: string, value: string, validMs: number): void {
  const cookie = cookieFor(siteUrl, name)
  reply.setCookie(cookie.name, value, { ...cookie.options, maxAge: Math.floor(validMs / 1000) })
}
