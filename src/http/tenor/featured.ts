import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { readPageToken } from './page-token.ts'
import { readContentFilter, readKind, readLimit, readShape } from './read-values.ts'
import { sendResultPage } from './results.ts'
import { featuredQuery } from './schemas.ts'

/** GET /featured. */
export function tenorFeaturedRoute(app: CompatServer, deps: CompatDeps): void {
  app.get('/featured', { schema: { hide: true, querystring: featuredQuery } }, async (request, reply) => {
    const { query } = request
    const kind = readKind(query.searchfilter)
    const limit = readLimit(query.limit)
    const place = readPageToken(query.pos)
    const scope = {
      categoryId: null,
      maxRating: readContentFilter(query.contentfilter),
      hasAlpha: kind === 'stickers' ? true : null,
      shape: readShape(query.ar_range),
    }
    const { total, ids } =
      kind === 'stills'
        ? { total: 0, ids: [] }
        : await deps.discovery.trendingPage(scope, { start: place.start, limit })
    cacheBriefly(reply)
    const wanted = {
      text: null,
      maxRating: scope.maxRating,
      stickers: kind === 'stickers',
      shape: scope.shape,
    }
    const page = { ids, total, place, limit, query: kind === 'stills' ? null : wanted }
    return sendResultPage(deps, request, reply, page, query.media_filter)
  })
}
