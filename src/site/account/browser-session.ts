import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../../accounts/account.ts'
import {
  clearBrowserCookie,
  clearSessionCookie,
  readDeviceCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../kit/requests/cookies.ts'
import { clearMadeKeys } from '../kit/requests/made-by-visitor.ts'
import type { Site } from '../site.ts'
import { english } from '../messages/en/messages.ts'

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** A readable name of a browser from its User-Agent, such as `Firefox on Linux`. The header itself is not stored. */
export function describeBrowser(userAgent: string | undefined): string {
  const header = (userAgent ?? '').slice(0, 500)
  const texts = english.account.browser
  const named = (list: typeof browsers) => list.find(([pattern]) => pattern.test(header))?.[1]
  const browser = named(browsers) ?? texts.unknown
  const system = named(systems)
  return system === undefined ? browser : texts.onSystem(browser, system)
}

/** Replaces the browser's session with a new one and remembers the browser as known to the account. */
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
 * Removes the session cookie and the cookies that let the browser manage GIFs and see sources without a session: someone
 * else may use the browser next.
 */
export function forgetPerson(reply: FastifyReply, siteUrl: string): void {
  clearSessionCookie(reply, siteUrl)
  clearMadeKeys(reply, siteUrl)
  clearBrowserCookie(reply, siteUrl)
}
