import type { FastifyRequest } from 'fastify'
import { ownSourceOfGif, variantsOf } from '../../../creation/sources/variants.ts'
import type { Site } from '../../site.ts'
import type { KeptSourceOfGif } from '../gifs/kept-source.ts'
import { sourceOwnerOf } from './source-owner.ts'

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
