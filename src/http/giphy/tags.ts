import Type from 'typebox'
import { AppError } from '../../lib/app-error.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { listEnvelope } from './envelope.ts'
import { plainRoute, searchRoute } from './route.ts'
import { type Page, pageValues, readOffsetPage, splitChannel } from './values.ts'
import { maxTrendingSearches } from '../../catalogue/discovery/trending-searches.ts'

/** The maximum number of completions of a text, and of terms related to one. */
const maxTerms = 20

const completionValues = Type.Object({ ...pageValues(5), q: Type.Optional(Type.String()) })
const relatedValues = Type.Object(pageValues(maxTerms))

/** GET /gifs/search/tags and /tags/related/{term}. */
export function tagRoutes(app: CompatServer, { discovery }: CompatDeps): void {
  app.get('/gifs/search/tags', searchRoute(completionValues), async (request, reply) => {
    const { q } = request.query
    if (q === undefined) throw new AppError('missing_value', '`q` is required.', { field: 'q' })
    const { completions } = await discovery.suggestIds(splitChannel(q).text, maxTerms)
    cacheBriefly(reply)
    const names = completions.map(({ text }) => text)
    return listTerms(names, readOffsetPage(request.query), request.id)
  })

  const related = searchRoute(relatedValues)
  const params = Type.Object({ term: Type.String() })
  app.get(
    '/tags/related/:term',
    { ...related, schema: { ...related.schema, params } },
    async (request, reply) => {
      cacheBriefly(reply)
      const { text } = splitChannel(request.params.term)
      return listTerms(
        await discovery.relatedTerms(text, maxTerms),
        readOffsetPage(request.query),
        request.id,
      )
    },
  )
}

function listTerms(names: readonly string[], { start, limit }: Page, responseId: string) {
  const terms = names
    .slice(start, start + limit)
    .map((name) => ({ name, analytics_response_payload: encodeURIComponent(name) }))
  return listEnvelope(terms, { total: names.length, offset: start, responseId })
}

/** GET /trending/searches. */
export function trendingTermsRoute(app: CompatServer, { discovery }: CompatDeps): void {
  app.get('/trending/searches', plainRoute, async (request, reply) => {
    cacheBriefly(reply)
    const searches = await discovery.trendingSearches(maxTrendingSearches)
    return listEnvelope(searches, { total: searches.length, offset: 0, responseId: request.id })
  })
}
