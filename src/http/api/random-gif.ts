import Type from 'typebox'
import { pickRandom } from '../../catalogue/find-gifs.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { presentGif } from '../records/present.ts'
import { readMaxRating } from '../../creation/values/rating-and-visibility.ts'
import { answers, findValues, randomGifAnswer } from './schemas.ts'

/** GET /api/random-gif. */
export function randomGifRoute(app: ApiServer, deps: ApiDeps): void {
  const { nsfw, rating, renditions } = findValues.properties
  app.get(
    '/random-gif',
    {
      schema: {
        operationId: 'getRandomGif',
        summary: 'Get a random GIF',
        tags: ['Catalogue'],
        querystring: Type.Object({
          category: Type.Optional(
            Type.Integer({ description: 'The id of a category. Default: all categories.' }),
          ),
          nsfw,
          rating,
          renditions,
        }),
        response: answers(randomGifAnswer),
      },
    },
    async (request, reply) => {
      const { category } = request.query
      const picked = await pickRandom(deps.catalogue, {
        categoryId: category ?? null,
        maxRating: readMaxRating(request.query),
      })
      reply.header('cache-control', 'no-store')
      return { status: 'done' as const, result: [presentGif(picked, deps, request.query)] }
    },
  )
}
