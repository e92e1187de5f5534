import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashBrowser, type SourceOwner } from '../../../creation/sources/prepared-source.ts'
import { randomId } from '../../../lib/ids.ts'
import type { Site } from '../../site.ts'
import { readBrowserCookie, setBrowserCookie } from './cookies.ts'
import { ownSourceOfGif, variantsOf } from '../../../creation/sources/variants.ts'
import type { KeptSourceOfGif } from '../gifs/kept-source.ts'

/** 256 bits. */
const secretLength = 43
const secretShape = /^[0-9A-Za-z]{43}$/

/** Longer than any source is kept by default: the browser of a visitor is known by it until then. */
const minCookieMs = 7 * 24 * 60 * 60_000

/** Whose sources a request may see: those of its account, and those that were prepared for its browser. */
export function sourceOwnerOf(request: FastifyRequest, siteUrl: string): SourceOwner {
  const secret = readBrowserCookie(request, siteUrl)
  return {
    accountId: request.viewer.account?.id ?? null,
    browser: secretShape.test(secret) ? hashBrowser(secret) : null,
  }
}

/** The same, and a visitor's browser without a secret gets one with the answer. */
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

/** The source of a GIF while it is kept, and what else was made of it, where the viewer made the GIF; null otherwise. */
export async function keptSourceOf(
  site: Site,
  code: string,
  request: FastifyRequest,
): Promise<KeptSourceOfGif | null> {
  const owner = sourceOwnerOf(request, site.settings.url())
  const own = await ownSourceOfGif(site, code, owner)
  return own && { source: own.source, gifs: await variantsOf(site, own.source.id, owner) }
}
