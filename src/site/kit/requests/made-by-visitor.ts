import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Gif } from '../../../catalogue/gif.ts'
import { hasManageHash, looksLikeManageKey } from '../../../catalogue/publishing/manage-key.ts'
import { isVisitor } from '../../../catalogue/publishing/publishing-rules.ts'
import type { CreationRequest } from '../../../creation/request.ts'
import type { KeyHeld } from '../gifs/publishing.ts'
import type { Site } from '../../site.ts'

/*
 * The manage keys of what a browser made lately, in a cookie that goes to the pages of the maker alone: so that the page of a
 * finished GIF shows its manage link without script, and after the browser was closed. Scripts cannot read it.
 */

const name = 'gifwright-made'
/** The newest; what the pages of tasks are needed for. */
const maxKept = 20
/** As long as tasks are remembered. */
const keptSeconds = 7 * 24 * 60 * 60

/** The manage key of the GIF with this code, where this browser made it lately; null where it did not. */
function readMadeKey(request: FastifyRequest, siteUrl: string, code: string): string | null {
  return readAll(request, siteUrl).find((made) => made.code === code)?.key ?? null
}

/** Has the browser keep the manage key of a GIF that it asked for. */
export function keepMadeKey(
  request: FastifyRequest,
  reply: FastifyReply,
  siteUrl: string,
  made: { code: string; key: string },
): void {
  const all = [made, ...readAll(request, siteUrl)].slice(0, maxKept)
  const value = all.map(({ code, key }) => `${code}-${key}`).join('.')
  const cookie = cookieFor(siteUrl)
  reply.setCookie(cookie.name, value, { ...cookie.options, maxAge: keptSeconds })
}

/** Has the browser forget them, as when its person signs out. */
export function clearMadeKeys(reply: FastifyReply, siteUrl: string): void {
  const { name, options } = cookieFor(siteUrl)
  reply.clearCookie(name, options)
}

function readAll(request: FastifyRequest, siteUrl: string): { code: string; key: string }[] {
  const value = request.cookies[cookieFor(siteUrl).name] ?? ''
  return value
    .split('.')
    .map((pair) => {
      const [code = '', key = ''] = pair.split('-')
      return { code, key }
    })
    .filter(({ code, key }) => /^[0-9A-Za-z]{1,64}$/.test(code) && looksLikeManageKey(key))
    .slice(0, maxKept)
}

function cookieFor(siteUrl: string) {
  const secure = siteUrl.startsWith('https:')
  const path = `${new URL(siteUrl).pathname.replace(/\/$/, '')}/create`
  return {
    name: secure ? `__Secure-${name}` : name,
    options: { path, httpOnly: true, sameSite: 'strict', secure } as const,
  }
}

/**
 * What a visitor makes here is seen by who has the link, until its maker publishes it. A private one stays what it is, and
 * is refused: the session of its maker has ended.
 */
export function publishedLater(creation: CreationRequest, { viewer }: FastifyRequest): CreationRequest {
  if (!isVisitor(viewer) || creation.visibility === 'private') return creation
  return { ...creation, visibility: 'unlisted' }
}

/** The GIF with its manage key, where this browser made it; null where it did not, or the key opens it no more. */
export async function heldByBrowser(site: Site, gif: Gif, request: FastifyRequest): Promise<KeyHeld | null> {
  const key = readMadeKey(request, site.settings.url(), gif.code)
  if (key === null) return null
  const visitorGif = await site.visitorGifs.byCode(gif.code)
  if (visitorGif === undefined || !hasManageHash(key, visitorGif.keyHash)) return null
  return { gif, visitorGif, key }
}
