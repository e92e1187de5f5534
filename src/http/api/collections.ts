import Type from 'typebox'
import { isOpenCollection } from '../../catalogue/collections/collection.ts'
import {
  changeCollection,
  createCollection,
  putIntoCollection,
  removeCollection,
  removeFromCollection,
} from '../../catalogue/collections/manage-collections.ts'
import { showCollection, shownTo } from '../../catalogue/collections/show-collection.ts'
import { bodyTypes } from '../bodies/read-body.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import {
  collectionAnswer,
  collectionGifsAnswer,
  collectionQuery,
  collectionsAnswer,
  collectionValues,
  presentCollection,
} from './collection-schemas.ts'
import { accountWith } from './favorites.ts'
import { presentGifWithCategory } from '../records/present.ts'
import { answers, successAnswer } from './schemas.ts'

const defaultLimit = 25
const tags = ['Collections']
const params = Type.Object({ code: Type.String() })
const gifParams = Type.Object({
  code: Type.String(),
  gif: Type.String({ description: 'The code of a GIF.' }),
})
const isDone = { status: 'done' as const, success: true as const }

/** Collections: those of an account, one with its GIFs, and their changes. Tokens have no operator's rights. */
export function collectionRoutes(app: ApiServer, deps: ApiDeps): void {
  const { collections, siteUrl } = deps

  app.get(
    '/mine/collections',
    {
      schema: {
        operationId: 'listCollections',
        summary: 'List your collections',
        description: 'Needs a token. Lists all of them, last changed first.',
        tags,
        response: answers(collectionsAnswer),
      },
    },
    async ({ viewer }, reply) => {
      const own = await collections.ofOwner(accountWith(viewer, 'Listing collections').id)
      reply.headers({ 'cache-control': 'private, no-store', vary: 'Authorization' })
      const result = own.map(({ collection, gifs }) => ({
        ...presentCollection(collection, siteUrl()),
        gifs,
      }))
      return { status: 'done' as const, total: own.length, result }
    },
  )

  app.post(
    '/collections',
    {
      schema: {
        operationId: 'createCollection',
        summary: 'Create a collection',
        description: 'Needs a token. The collection is private unless you set `visibility`.',
        tags,
        consumes: bodyTypes,
        body: Type.Object(collectionValues),
        response: answers(collectionAnswer),
      },
    },
    async ({ viewer, body }, reply) => {
      const collection = await createCollection(
        collections,
        accountWith(viewer, 'A collection'),
        body,
        deps.collectionLimits,
      )
      reply.header('cache-control', 'no-store')
      return { status: 'done' as const, result: [presentCollection(collection, siteUrl())] }
    },
  )

  app.get(
    '/collections/:code',
    {
      schema: {
        operationId: 'getCollection',
        summary: 'Get a collection with its GIFs',
        description:
          'Gets a public or unlisted collection, or your own with a token. Others see only its public GIFs; you see all that you have access to.',
        tags,
        params,
        querystring: collectionQuery,
        response: answers(collectionGifsAnswer),
      },
    },
    async ({ viewer, params: { code }, query }, reply) => {
      const collection = await showCollection(collections, code, viewer)
      const page = { start: query.start ?? 0, limit: query.limit ?? defaultLimit }
      const { total, gifs } = await collections.gifs(collection.id, shownTo(collection, viewer), page)
      const isPublic = isOpenCollection(collection) && viewer.account === null
      reply.headers({
        'cache-control': isPublic ? 'no-cache' : 'private, no-store',
        vary: 'Authorization',
      })
      return {
        status: 'done' as const,
        collection: presentCollection(collection, siteUrl()),
        total,
        result: gifs.map((gif) => presentGifWithCategory(gif, deps, query)),
      }
    },
  )

  app.patch(
    '/collections/:code',
    {
      schema: {
        operationId: 'changeCollection',
        summary: 'Change a collection',
        description: 'Needs a token of its owner. Values that you leave out stay unchanged.',
        tags,
        consumes: bodyTypes,
        params,
        body: Type.Partial(Type.Object(collectionValues)),
        response: answers(collectionAnswer),
      },
    },
    async ({ viewer, params: { code }, body }, reply) => {
      accountWith(viewer, 'Changing a collection')
      const collection = await changeCollection(collections, code, viewer, body)
      reply.header('cache-control', 'no-store')
      return { status: 'done' as const, result: [presentCollection(collection, siteUrl())] }
    },
  )

  app.delete(
    '/collections/:code',
    {
      schema: {
        operationId: 'deleteCollection',
        summary: 'Delete a collection',
        description: 'Needs a token of its owner. Its GIFs are not deleted.',
        tags,
        params,
        response: answers(successAnswer),
      },
    },
    async ({ viewer, params: { code } }, reply) => {
      accountWith(viewer, 'Deleting a collection')
      await removeCollection(collections, code, viewer)
      reply.header('cache-control', 'no-store')
      return isDone
    },
  )

  app.put(
    '/collections/:code/gifs/:gif',
    {
      schema: {
        operationId: 'putIntoCollection',
        summary: 'Add a GIF to a collection, or move it within',
        description:
          'Needs a token of its owner. A GIF that is already in it keeps its place unless you set `place`.',
        tags,
        params: gifParams,
        querystring: Type.Object({
          place: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Its position, counted from 1. Default: the end.' }),
          ),
        }),
        response: answers(successAnswer),
      },
    },
    async ({ viewer, params: { code, gif }, query: { place } }, reply) => {
      accountWith(viewer, 'Changing a collection')
      await putIntoCollection(deps, code, viewer, { gif, place }, deps.collectionLimits)
      reply.header('cache-control', 'no-store')
      return isDone
    },
  )

  app.delete(
    '/collections/:code/gifs/:gif',
    {
      schema: {
        operationId: 'removeFromCollection',
        summary: 'Remove a GIF from a collection',
        description: 'Needs a token of its owner. The GIF itself is not deleted.',
        tags,
        params: gifParams,
        response: answers(successAnswer),
      },
    },
    async ({ viewer, params: { code, gif } }, reply) => {
      accountWith(viewer, 'Changing a collection')
      await removeFromCollection(deps, code, viewer, gif)
      reply.header('cache-control', 'no-store')
      return isDone
    },
  )
}
