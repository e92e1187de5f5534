import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { readLanguage, readLimit, readTyped } from './read-values.ts'
import { trendingTermsQuery, wordsQuery } from './schemas.ts'
import { trendingTerms } from './terms.ts'

/** Everyone gets the same results, safe for work: the call has no filter. */
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

/** GET /autocomplete: completes a text during typing. */
export function tenorAutocompleteRoute(app: CompatServer, { discovery }: CompatDeps): void {
  app.get(
    '/autocomplete',
    { config: { rate: 'search' }, schema: { hide: true, querystring: wordsQuery } },
    async ({ query }, reply) => {
      const { completions } = await discovery.suggestIds(readTyped(query.q), readLimit(query.limit))
      cacheBriefly(reply)
      return { locale: readLanguage(query.locale), results: completions.map(({ text }) => text) }
    },
  )
}

/** GET /search_suggestions: suggests further searches. */
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
