import Type from 'typebox'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { presentGifWithCategory } from '../records/present.ts'
import { readMaxRating } from '../../creation/values/rating-and-visibility.ts'
import { answers, findValues, gifListAnswer } from './schemas.ts'

/** GET /api/trending. */
export function trendingRoute(app: ApiServer, deps: ApiDeps): void {
  const { catalogue, discovery } = deps
  const { category, limit, nsfw, rating, renditions } = findValues.properties
  app.get(
    '/trending',
    {
      schema: {
        operationId: 'listTrending',
        summary: 'List trending GIFs',
        description:
          'Ranks GIFs by recent shares, copies, downloads and views, each counted once per viewer, GIF and day. If ' +
          'there are too few, the most used GIFs overall and the newest follow.',
        tags: ['Discovery'],
        querystring: Type.Object({ category, limit, nsfw, rating, renditions }),
        response: answers(gifListAnswer),
      },
    },
    async (request, reply) => {
      const { category: code = '', limit = 25 } = request.query
      reply.header('cache-control', 'public, max-age=30')
      const categories = code.trim() === '' ? [] : await catalogue.listCategories()
      const category = categories.find((known) => known.code === code.trim())
      const isUnknown = code.trim() !== '' && category === undefined
      const maxRating = readMaxRating(request.query)
      const gifs = isUnknown
        ? []
        : await discovery.trendingGifs({ categoryId: category?.id ?? null, maxRating, limit })
      const result = gifs.map((gif) => presentGifWithCategory(gif, deps, request.query))
      return { status: 'done' as const, total: result.length, result }
    },
  )
}
