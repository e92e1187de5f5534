import { maxTrendingSearches } from '../../catalogue/discovery/trending-searches.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { keepShortly } from '../compat/keep-shortly.ts'
import { listEnvelope } from './envelope.ts'
import { plainRoute } from './route.ts'

/** GET /trending/searches. */
export function trendingTermsRoute(app: CompatServer, { discovery }: CompatDeps): void {
  app.get('/trending/searches', plainRoute, async (request, reply) => {
    keepShortly(reply)
    const searches = await discovery.trendingSearches(maxTrendingSearches)
    return listEnvelope(searches, { total: searches.length, offset: 0, responseId: request.id })
  })
}
