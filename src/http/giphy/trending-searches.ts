import { maxTrendingSearches } from '../../catalogue/discovery/trending-searches.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { listEnvelope } from './envelope.ts'
import { plainRoute } from './route.ts'

/** GET /trending/searches. */
export function trendingTermsRoute(app: CompatServer, { discovery }: CompatDeps): void {
  app.get('/trending/searches', plainRoute, async (request, reply) => {
    cacheBriefly(reply)
    const searches = await discovery.trendingSearches(maxTrendingSearches)
    return listEnvelope(searches, { total: searches.length, offset: 0, responseId: request.id })
  })
}
