import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { readLanguage, readLimit, readTyped } from './read-values.ts'
import { wordsQuery } from './schemas.ts'

/** GET /search_suggestions: what else to search for after a search. */
export function tenorSearchSuggestionsRoute(app: CompatServer, { discovery }: CompatDeps): void {
  app.get(
    '/search_suggestions',
    { config: { rate: 'search' }, schema: { hide: true, querystring: wordsQuery } },
    async ({ query }, reply) => {
      const results = await discovery.relatedTerms(readTyped(query.q), readLimit(query.limit))
      cacheBriefly(reply)
      return { locale: readLanguage(query.locale), results }
    },
  )
}
