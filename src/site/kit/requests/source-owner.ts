import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashBrowser, type SourceOwner } from '../../../creation/sources/prepared-source.ts'
import { randomId } from '../../../lib/ids.ts'
import type { Site } from '../../site.ts'
import { readBrowserCookie, setBrowserCookie } from './cookies.ts'
import { ownSourceOfGif, variantsOf } from '../../../creation/sources/variants.ts'
import type { KeptSourceOfGif } from '../gifs/kept-source.ts'

/** The length of a browser's secret, for 256 bits. */
const secretLength = 43
const secretShape = /^[0-9A-Za-z]{43}$/

/** The minimum lifetime of the cookie that identifies a visitor's browser, longer than sources are kept by default. */
const minCookieMs = 7 * 24 * 60 * 60_000

/** The owner whose sources a request may see: its account, and its browser. */
export function sourceOwnerOf(request: FastifyRequest, siteUrl: string): SourceOwner {
  const secret = readBrowserCookie(request, siteUrl)
  return {
    accountId: request.viewer.account?.id ?? null,
    browser: secretShape.test(secret) ? hashBrowser(secret) : null,
  }
}

/** The owner of a request's sources; the answer gives a visitor's browser a secret if it has none. */
export function identifySourceOwner(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, keepSourceMs }: Pick<Site, 'settings' | 'keepSourceMs'>,
): SourceOwner {
  const siteUrl = settings.url()
  const owner = sourceOwnerOf(request, siteUrl)
  if (owner.accountId !== null || keepSourceMs === 0) return owner
  const known = owner.browser === null ? null : readBrowserCookie(request, siteUrl)
  const secret = known ?? randomId(secretLength)
  setBrowserCookie(reply, siteUrl, secret, Math.max(minCookieMs, keepSourceMs))
  return { ...owner, browser: hashBrowser(secret) }
}

/** The source of the viewer's own GIF while it is kept, with the other GIFs made from it; null otherwise. */
export async function keptSourceOf(
  site: Site,
  code: string,
  request: FastifyRequest,
): Promise<KeptSourceOfGif | null> {
  const owner = sourceOwnerOf(request, site.settings.url())
  const own = await ownSourceOfGif(site, code, owner)
  return own && { source: own.source, gifs: await variantsOf(site, own.source.id, owner) }
}
