import type { Static } from 'typebox'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { readContentFilter, readLanguage } from './read-values.ts'
import { categoriesQuery } from './schemas.ts'
import { categoryTerms, trendingTerms } from './terms.ts'

/** GET /categories. `prefix` is that of the surface: each category has the address of its search. */
export function tenorCategoriesRoute(app: CompatServer, deps: CompatDeps, prefix: string): void {
  app.get(
    '/categories',
    { schema: { hide: true, querystring: categoriesQuery } },
    async ({ query }, reply) => {
      const findTerms = query.type?.trim().toLowerCase() === 'trending' ? trendingTerms : categoryTerms
      const terms = await findTerms(deps, readContentFilter(query.contentfilter))
      cacheBriefly(reply)
      return {
        locale: readLanguage(query.locale),
        tags: terms.map(({ term, image }) => ({
          searchterm: term,
          path: `${deps.siteUrl()}${prefix}/search?${searchValues(term, query)}`,
          image,
          name: `#${term}`,
        })),
      }
    },
  )
}

/** The caller's values that a search accepts, so that the key and the filter apply to it, too. */
function searchValues(term: string, query: Static<typeof categoriesQuery>): string {
  const values = new URLSearchParams({ q: term })
  for (const name of ['key', 'client_key', 'country', 'locale', 'contentfilter'] as const) {
    const value = query[name]
    if (value !== undefined) values.set(name, value)
  }
  return values.toString()
}
