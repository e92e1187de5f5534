import Type from 'typebox'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import type { MediaKind } from './media-kind.ts'
import { readRoute } from './route.ts'
import { sendGifs } from './send-gifs.ts'
import { findUpstreamGifs } from './upstream-gifs.ts'
import { gifValues, pageValues, readHighestRating, readOffsetPage } from './values.ts'

const values = Type.Object({ ...gifValues, ...pageValues() })

/** GET /gifs/trending and /stickers/trending, up to the end of the catalogue. */
export function trendingGifsRoute(app: CompatServer, deps: CompatDeps, kind: MediaKind): void {
  app.get(`${kind.path}/trending`, readRoute(values), async (request, reply) => {
    const { rating, fields } = request.query
    const page = readOffsetPage(request.query)
    const maxRating = readHighestRating(rating)
    const list = { categoryId: null, maxRating, hasAlpha: kind.hasAlpha }
    const { total, ids } = await deps.discovery.trendingPage(list, page)
    const added =
      deps.upstreamFiles === null
        ? []
        : await findUpstreamGifs(deps, request, {
            text: null,
            kind,
            maxRating,
            ...page,
            total,
            count: ids.length,
          })
    return sendGifs({ deps, request, reply, fields }, { ids, total, offset: page.start, added })
  })
}
