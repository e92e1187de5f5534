import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { readLanguage, readLimit } from './read-values.ts'
import { trendingTermsQuery } from './schemas.ts'
import { trendingTerms } from './terms.ts'

/** Everybody gets the same, safe for work: the call has no filter. */
const maxRating = 'pg-13'

/** GET /trending_terms. */
export function tenorTrendingTermsRoute(app: CompatServer, deps: CompatDeps): void {
  app.get(
    '/trending_terms',
    { schema: { hide: true, querystring: trendingTermsQuery } },
    async ({ query }, reply) => {
      const limit = readLimit(query.limit)
      const terms = await trendingTerms(deps, maxRating)
      cacheBriefly(reply)
      return { locale: readLanguage(query.locale), results: terms.slice(0, limit).map(({ term }) => term) }
    },
  )
}
