import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { findGifIds, pickRandom } from '../../catalogue/find-gifs.ts'
import { describeClient } from '../../http/describe-client.ts'
import { maxSearchLength } from '../kit/page/search-form.ts'
import { postForm } from '../kit/requests/post-form.ts'
import { readSearch, readText } from '../kit/requests/read-query.ts'
import { sendFeed } from '../kit/requests/send-feed.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { withFavorites } from '../kit/requests/with-favorites.ts'
import { noPage } from '../kit/requests/site-errors.ts'
import type { Site } from '../site.ts'
import { atomFeed } from './atom-feed.ts'
import { frontPage } from './front-page.ts'
import { isMissing, loadFrontPage, maxRatingOf } from './front-page-data.ts'
import { loadFeed } from './load-feed.ts'
import { type Suggestion, presentSuggestions, presentTrendingSearches } from './suggestions.ts'

const most = { completions: 6, trendingSearches: 8 }

/** The front page, a random GIF, and the suggestions of the search field. */
export function browseRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, discovery, view } = site
  const hidden = { schema: { hide: true } }

  scope.get('/', { ...hidden, config: { rate: frontPageRate } }, async (request, reply) => {
    const search = readSearch(request.query)
    const data = await loadFrontPage(site, search)
    if (isMissing(data)) reply.code(404)
    const isCounted = request.method === 'GET' && search.text !== '' && search.page === 1
    if (isCounted) discovery.noteSearch({ ...data, text: search.text, start: 0 }, describeClient(request))
    const withHearts = await withFavorites(site, view(request), [...data.gifs, ...data.trending])
    return sendPage(request, reply, frontPage(withHearts, data))
  })

  scope.get('/feed.atom', { ...hidden, config: { rate: frontPageRate } }, async (request, reply) => {
    const feed = atomFeed(view(request), await loadFeed(site, readSearch(request.query)))
    return sendFeed(request, reply, feed)
  })

  // Pages load results during typing and report the final search here.
  postForm(scope, '/search', {
    values: Type.Object({ q: Type.String() }),
    config: { rate: 'search' },
    async handle(values, request, reply) {
      const { text } = readSearch(values)
      const query = { text, categoryCode: null, maxRating: 'pg-13' as const, start: 0, limit: 1 }
      discovery.noteSearch({ ...(await findGifIds(site, query)), text, start: 0 }, describeClient(request))
      return reply.code(204).send()
    },
  })

  scope.get('/random', hidden, async (request, reply) => {
    const search = readSearch(request.query)
    const { categoryCode } = search
    const categoryId = categoryCode === null ? null : await categoryIdOf(categoryCode)
    const { code } = await pickRandom(catalogue, { categoryId, maxRating: maxRatingOf(search) })
    return reply.header('cache-control', 'no-store').redirect(view(request).links.path(`/${code}`), 303)
  })

  scope.get(
    '/search/suggestions',
    { ...hidden, config: { rate: 'search' } },
    async (request: FastifyRequest, reply) => {
      const text = readText(request.query, 'q').trimStart().slice(0, maxSearchLength).toWellFormed()
      const suggestions = await suggestionsFor(request, text)
      return reply
        .header('cache-control', 'public, max-age=60')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ suggestions }))
    },
  )

  async function suggestionsFor(request: FastifyRequest, text: string): Promise<Suggestion[]> {
    if (text !== '') return presentSuggestions(view(request), await discovery.suggest(text, most.completions))
    return presentTrendingSearches(view(request), await discovery.trendingSearches(most.trendingSearches))
  }

  function frontPageRate({ query }: FastifyRequest): 'read' | 'search' {
    const { text, sort } = readSearch(query)
    return text === '' && sort === null ? 'read' : 'search'
  }

  async function categoryIdOf(code: string): Promise<number> {
    const category = (await catalogue.listCategories()).find((candidate) => candidate.code === code)
    if (category === undefined) throw noPage()
    return category.id
  }
}
