import Type from 'typebox'
import { isOpen } from '../../catalogue/gif.ts'
import { showGif } from '../../catalogue/show-gif.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { presentGifWithCategory } from './present.ts'
import { answers, gifAnswer } from './schemas.ts'

/** GET /api/gif/{code}. */
export function gifRoute(app: ApiServer, { catalogue, mediaUrls }: ApiDeps): void {
  app.get(
    '/gif/:code',
    {
      schema: {
        operationId: 'getGif',
        summary: 'Get one GIF by its code',
        tags: ['Catalogue'],
        params: Type.Object({ code: Type.String() }),
        response: answers(gifAnswer),
      },
    },
    async (request, reply) => {
      const gif = await showGif(catalogue, request.params.code, request.viewer)
      reply
        .header('cache-control', isOpen(gif) ? 'no-cache' : 'private, no-store')
        .header('vary', 'Authorization')
      return { status: 'done' as const, result: [presentGifWithCategory(gif, mediaUrls)] }
    },
  )
}
