import Type from 'typebox'
import type { Account, Viewer } from '../../accounts/account.ts'
import { addFavorite, removeFavorite } from '../../catalogue/collections/favorites.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { presentGifWithCategory } from '../records/present.ts'
import { answers, done, findValues, gifWithCategory, successAnswer } from './schemas.ts'

const { start, limit, renditions } = findValues.properties
const defaultLimit = 25

const favoritesAnswer = Type.Object(
  {
    status: done,
    total: Type.Integer({ description: 'The number of favorites that the account can see.' }),
    result: Type.Array(gifWithCategory),
  },
  { description: 'A page of the account’s favorites, newest favorite first.' },
)

/** GET /api/mine/favourites, PUT and DELETE /api/gif/{code}/favourite. */
export function favoriteRoutes(app: ApiServer, deps: ApiDeps): void {
  app.get(
    '/mine/favourites',
    {
      schema: {
        operationId: 'listFavorites',
        summary: 'List your favorites',
        description:
          'Needs a token. Lists the newest favorite first, without GIFs that you can no longer see.',
        tags: ['Collections'],
        querystring: Type.Object({ start, limit, renditions }),
        response: answers(favoritesAnswer),
      },
    },
    async ({ viewer, query }, reply) => {
      const account = accountWith(viewer, 'Listing favorites')
      const page = { start: query.start ?? 0, limit: query.limit ?? defaultLimit }
      const { total, gifs } = await deps.collections.favorites(account.id, page)
      reply.headers({ 'cache-control': 'private, no-store', vary: 'Authorization' })
      const result = gifs.map((gif) => presentGifWithCategory(gif, deps, query))
      return { status: 'done' as const, total, result }
    },
  )
  app.put(
    '/gif/:code/favourite',
    {
      schema: {
        operationId: 'addFavorite',
        summary: 'Add a GIF to your favorites',
        description: 'Needs a token. Has no effect if the GIF is already a favorite.',
        tags: ['Collections'],
        params: Type.Object({ code: Type.String() }),
        response: answers(successAnswer),
      },
    },
    async ({ viewer, params }, reply) => {
      const { maxFavorites } = deps.collectionLimits
      await addFavorite(deps, accountWith(viewer, 'A favorite'), params.code, maxFavorites)
      reply.header('cache-control', 'no-store')
      return { status: 'done' as const, success: true as const }
    },
  )
  app.delete(
    '/gif/:code/favourite',
    {
      schema: {
        operationId: 'removeFavorite',
        summary: 'Remove a GIF from your favorites',
        description: 'Needs a token.',
        tags: ['Collections'],
        params: Type.Object({ code: Type.String() }),
        response: answers(successAnswer),
      },
    },
    async ({ viewer, params }, reply) => {
      await removeFavorite(deps, accountWith(viewer, 'A favorite'), params.code)
      reply.header('cache-control', 'no-store')
      return { status: 'done' as const, success: true as const }
    },
  )
}

/** Throws AppError unauthorized for a visitor; `what` starts the sentence. */
export function accountWith({ account }: Viewer, what: string): Account {
  if (account === null) throw new AppError('unauthorized', `${what} needs your API token.`)
  return account
}
