import Type from 'typebox'
import { AppError } from '../../lib/app-error.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { presentGifWithCategory } from '../records/present.ts'
import { answers, done, findValues, gifWithCategory } from './schemas.ts'

const { start, limit, renditions } = findValues.properties
const defaultLimit = 25

const mineAnswer = Type.Object(
  {
    status: done,
    total: Type.Integer({ description: 'The number of the account’s GIFs.' }),
    result: Type.Array(gifWithCategory),
  },
  { description: 'A page of the account’s GIFs, newest first.' },
)

/** GET /api/mine. */
export function mineRoute(app: ApiServer, deps: ApiDeps): void {
  app.get(
    '/mine',
    {
      schema: {
        operationId: 'listMine',
        summary: 'List the GIFs of your account',
        description: 'Needs a token. Lists public, unlisted, private and hidden GIFs, newest first.',
        tags: ['Catalogue'],
        querystring: Type.Object({ start, limit, renditions }),
        response: answers(mineAnswer),
      },
    },
    async (request, reply) => {
      const { viewer, query } = request
      if (viewer.account === null)
        throw new AppError('unauthorized', 'Listing your GIFs needs your API token.')
      const page = { start: query.start ?? 0, limit: query.limit ?? defaultLimit }
      const { total, gifs } = await deps.catalogue.ofOwner(viewer.account.id, page)
      reply.headers({ 'cache-control': 'private, no-store', vary: 'Authorization' })
      return {
        status: 'done' as const,
        total,
        result: gifs.map((gif) => presentGifWithCategory(gif, deps, query)),
      }
    },
  )
}
