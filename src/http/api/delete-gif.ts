import Type from 'typebox'
import { removeGif } from '../../catalogue/remove-gif.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { answers, successAnswer } from './schemas.ts'

/** DELETE /api/gif/{code}, for the owner: tokens have no operator’s rights. */
export function deleteGifRoute(app: ApiServer, deps: ApiDeps): void {
  app.delete(
    '/gif/:code',
    {
      schema: {
        operationId: 'deleteGif',
        summary: 'Delete a GIF',
        description: 'Needs a token of its owner. Deletes the record and all files for good.',
        tags: ['Catalogue'],
        params: Type.Object({ code: Type.String() }),
        response: answers(successAnswer),
      },
    },
    async (request, reply) => {
      const { viewer, params } = request
      if (viewer.account === null)
        throw new AppError('unauthorized', 'Deleting a GIF needs the API token of its owner.')
      await removeGif(deps, params.code, viewer)
      reply.header('cache-control', 'no-store')
      return { status: 'done' as const, success: true as const }
    },
  )
}
