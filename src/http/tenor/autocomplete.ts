import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { readLanguage, readLimit, readTyped } from './read-values.ts'
import { wordsQuery } from './schemas.ts'

/** GET /autocomplete: what a person may be typing. */
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
