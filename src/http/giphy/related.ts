import Type from 'typebox'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import type { MediaKind } from './media-kind.ts'
import { searchRoute } from './route.ts'
import { sendGifs } from './send-gifs.ts'
import { gifValues, pageValues, readHighestRating, readOffsetPage } from './values.ts'

/** The number of GIFs that count as related to one. */
const maxRelated = 100

const values = Type.Object({ ...gifValues, ...pageValues(), gif_id: Type.Optional(Type.String()) })

/** GET /gifs/related and /stickers/related; empty for a GIF that is unknown here, such as an old favorite. */
export function relatedGifsRoute(app: CompatServer, deps: CompatDeps, { path, hasAlpha }: MediaKind): void {
  app.get(`${path}/related`, searchRoute(values), async (request, reply) => {
    const { gif_id: publicId = '', rating, fields } = request.query
    const { start, limit } = readOffsetPage(request.query)
    const gif = await deps.catalogue.gifByPublicId(publicId)
    const maxRating = readHighestRating(rating)
    const related =
      gif === undefined ? [] : await deps.discovery.relatedGifs(gif, { maxRating, limit: maxRelated })
    const all = hasAlpha === true ? related.filter((found) => found.hasAlpha === true) : related
    const ids = all.slice(start, start + limit).map(({ id }) => id)
    return sendGifs({ deps, request, reply, fields }, { ids, total: all.length, offset: start })
  })
}
