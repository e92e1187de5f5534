import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Gif } from '../../../catalogue/gif.ts'
import { hasManageHash, looksLikeManageKey } from '../../../catalogue/publishing/manage-key.ts'
import { isVisitor } from '../../../catalogue/publishing/publishing-rules.ts'
import type { CreationRequest } from '../../../creation/request.ts'
import type { GifWithKey } from '../gifs/publishing.ts'
import type { Site } from '../../site.ts'

/*
 * The manage keys of the GIFs a browser made recently, in a cookie sent only to the pages of the maker, so that the
 * page of a finished GIF shows its manage link even without script and after the browser was closed. Scripts cannot
 * read it.
 */

const name = 'gifwright-made'
/** The number of keys kept, newest first, enough for the pages of recent tasks. */
const maxKept = 20
/** The lifetime of the cookie: as long as tasks are kept. */
const keptSeconds = 7 * 24 * 60 * 60

/** The manage key of a GIF that this browser made recently; null for any other. */
function readMadeKey(request: FastifyRequest, siteUrl: string, code: string): string | null {
  return readAll(request, siteUrl).find((made) => made.code === code)?.key ?? null
}

/** Stores the manage key of a requested GIF in the browser. */
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

/** Removes the keys from the browser, as after signing out. */
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
 * Makes a visitor's GIF unlisted until it is published. A private one stays private and is then rejected: the session
 * of its maker has ended.
 */
export function unlistForVisitor(creation: CreationRequest, { viewer }: FastifyRequest): CreationRequest {
  if (!isVisitor(viewer) || creation.visibility === 'private') return creation
  return { ...creation, visibility: 'unlisted' }
}

/** The GIF with its manage key if this browser made it; null otherwise, and if the key is no longer valid. */
export async function gifWithBrowserKey(
  site: Site,
  gif: Gif,
  request: FastifyRequest,
): Promise<GifWithKey | null> {
  const key = readMadeKey(request, site.settings.url(), gif.code)
  if (key === null) return null
  const visitorGif = await site.visitorGifs.byCode(gif.code)
  if (visitorGif === undefined || !hasManageHash(key, visitorGif.keyHash)) return null
  return { gif, visitorGif, key }
}
