import { findGifs, pickRandom } from '../../catalogue/find-gifs.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Category } from '../../catalogue/category.ts'
import { suggest } from '../../catalogue/suggest.ts'
import type { Rating } from '../../catalogue/gif.ts'
import type { Search } from '../kit/page/links.ts'
import { frontPage } from './front-page.ts'
import { type FrontPageData, isMissing, isPlain } from './front-page-data.ts'
import { maxSearchLength } from '../kit/page/search-form.ts'
import { readSearch, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { noPage } from '../kit/requests/site-errors.ts'
import { writeSuggestions } from './write-suggestions.ts'

const pageSize = 24
const trendingLimit = 12

/** The front page, a random GIF, and the suggestions of the search field. */
export function browseRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, discovery, view } = site
  const hidden = { schema: { hide: true } }

  scope.get('/', { ...hidden, config: { rate: frontPageRate } }, async (request, reply) => {
    const search = readSearch(request.query)
    const maxRating = maxRatingOf(search)
    const { text, page } = search
    const [categories, found] = await Promise.all([
      shownCategories(search),
      findGifs(site, {
        ...search,
        sort: search.sort ?? 'relevance',
        maxRating,
        start: (page - 1) * pageSize,
        limit: pageSize,
      }),
    ])
    const isFresh = found.total === 0 && (await isInstanceEmpty())
    const showsTrends = (isPlain(search) && page === 1) || (text !== '' && found.total === 0)
    const trending =
      showsTrends && !isFresh
        ? await discovery.trendingGifs({ categoryId: null, maxRating, limit: trendingLimit, onlyUsed: true })
        : []
    const data: FrontPageData = {
      ...found,
      search,
      categories,
      isFresh,
      pageSize,
      trending,
      trendingSearches: [],
      closestWords: [],
    }
    if (isMissing(data)) reply.code(404)
    return sendPage(request, reply, frontPage(view(request), data))
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
      const text = readText(request.query, 'q').trim().slice(0, maxSearchLength).toWellFormed()
      const suggestions = writeSuggestions(view(request), await suggest(site, text))
      return reply
        .header('cache-control', 'public, max-age=60')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ suggestions }))
    },
  )

  function frontPageRate({ query }: FastifyRequest): 'read' | 'search' {
    const { text, sort } = readSearch(query)
    return text === '' && sort === null ? 'read' : 'search'
  }

  /** The categories with GIFs to show, and the chosen one in any case. */
  async function shownCategories(search: Search): Promise<Category[]> {
    const filled = await catalogue.filledCategories(maxRatingOf(search))
    const { categoryCode } = search
    if (categoryCode === null || filled.some(({ code }) => code === categoryCode)) return filled
    const all = await catalogue.listCategories()
    return all.filter(({ id, code }) => code === categoryCode || filled.some((one) => one.id === id))
  }

  async function isInstanceEmpty(): Promise<boolean> {
    const all = { categoryId: null, maxRating: 'r' as const }
    return (await catalogue.newest(all, { start: 0, limit: 1 })).total === 0
  }

  async function categoryIdOf(code: string): Promise<number> {
    const category = (await catalogue.listCategories()).find((candidate) => candidate.code === code)
    if (category === undefined) throw noPage()
    return category.id
  }
}

function maxRatingOf({ includeNsfw }: Pick<Search, 'includeNsfw'>): Rating {
  return includeNsfw ? 'r' : 'pg-13'
}
