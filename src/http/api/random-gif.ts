import Type from 'typebox'
import { pickRandom } from '../../catalogue/find-gifs.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { presentGif } from './present.ts'
import { answers, randomGifAnswer } from './schemas.ts'

/** GET /api/random-gif. */
export function randomGifRoute(app: ApiServer, { catalogue, mediaUrls }: ApiDeps): void {
  app.get(
    '/random-gif',
    {
      schema: {
        operationId: 'getRandomGif',
        summary: 'Get a random GIF',
        tags: ['Catalogue'],
        querystring: Type.Object({
          category: Type.Optional(Type.Integer({ description: 'The id of a category; all when left out.' })),
          nsfw: Type.Optional(Type.Boolean({ description: '1 includes GIFs that are not safe for work.' })),
        }),
        response: answers(randomGifAnswer),
      },
    },
    async (request, reply) => {
      const { category, nsfw } = request.query
      const picked = await pickRandom(catalogue, {
        categoryId: category ?? null,
        maxRating: nsfw === true ? 'r' : 'pg-13',
      })
      reply.header('cache-control', 'no-store')
      return { status: 'done' as const, result: [presentGif(picked, mediaUrls)] }
    },
  )
}
