import Type from 'typebox'
import { isOpen } from '../../catalogue/gif.ts'
import { showGif } from '../../catalogue/show-gif.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { presentGifWithCategory } from '../records/present.ts'
import { readMaxRating } from '../../creation/values/rating-and-visibility.ts'
import { answers, findValues, gifListAnswer } from './schemas.ts'

/** GET /api/related/{code}. */
export function relatedRoute(app: ApiServer, deps: ApiDeps): void {
  const { catalogue, discovery } = deps
  const { limit, nsfw, rating, renditions } = findValues.properties
  app.get(
    '/related/:code',
    {
      config: { rate: 'search' },
      schema: {
        operationId: 'listRelated',
        summary: 'List related GIFs',
        description:
          'Finds GIFs with the same words. If there are too few, the newest GIFs of the same category follow.',
        tags: ['Discovery'],
        params: Type.Object({ code: Type.String() }),
        querystring: Type.Object({ limit, nsfw, rating, renditions }),
        response: answers(gifListAnswer),
      },
    },
    async (request, reply) => {
      const { limit = 25 } = request.query
      const maxRating = readMaxRating(request.query)
      const gif = await showGif(catalogue, request.params.code, request.viewer)
      const related = await discovery.relatedGifs(gif, { maxRating, limit })
      reply
        .header('cache-control', isOpen(gif) ? 'public, max-age=60' : 'private, no-store')
        .header('vary', 'Authorization')
      const result = related.map((found) => presentGifWithCategory(found, deps, request.query))
      return { status: 'done' as const, total: result.length, result }
    },
  )
}
