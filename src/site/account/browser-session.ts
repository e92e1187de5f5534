import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../../accounts/account.ts'
import {
  clearBrowserCookie,
  clearSessionCookie,
  readDeviceCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../kit/requests/cookies.ts'
import { clearMadeKeys } from '../kit/requests/made-keys.ts'
import type { Site } from '../site.ts'
import { describeBrowser } from './describe-browser.ts'

/** Replaces the browser's session by a new one, and remembers the browser as known to the account. */
export async function startBrowserSession(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { id }: Account,
  key: string,
): Promise<void> {
  await endSession(site, request)
  const { settings, accounts, devices } = site
  setSessionCookie(reply, settings.url(), key, settings.sessionLimits.maxAgeMs)
  const hash = await accounts.passwordHash(id)
  if (hash !== null) {
    const device = devices.remember(readDeviceCookie(request, settings.url()), id, hash)
    setDeviceCookie(reply, settings.url(), device, devices.validMs)
  }
  reply.header('cache-control', 'no-store')
}

/** The description of the browser in the list of sessions. */
export function browserOf({ headers }: FastifyRequest): string {
  return describeBrowser(headers['user-agent'])
}

/** Ends the session of the browser, if it has one. */
export async function endSession({ sessions }: Site, { viewer, session }: FastifyRequest): Promise<void> {
  if (viewer.account !== null && session !== null) await sessions.remove(viewer.account.id, session.id)
}

/**
 * Removes the cookies of a person who leaves the browser: the session, and what lets the browser manage GIFs and see sources
 * without one. The next one to use it is another person.
 */
export function forgetPerson(reply: FastifyReply, siteUrl: string): void {
  clearSessionCookie(reply, siteUrl)
  clearMadeKeys(reply, siteUrl)
  clearBrowserCookie(reply, siteUrl)
}
