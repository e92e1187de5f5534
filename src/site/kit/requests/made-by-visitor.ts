import type { FastifyRequest } from 'fastify'
import type { Gif } from '../../../catalogue/gif.ts'
import { hasManageHash } from '../../../catalogue/publishing/manage-key.ts'
import { isVisitor } from '../../../catalogue/publishing/publishing-rules.ts'
import type { CreationRequest } from '../../../creation/request.ts'
import type { KeyHeld } from '../gifs/publishing.ts'
import { readMadeKey } from './made-keys.ts'
import type { Site } from '../../site.ts'

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
