import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { isOpenCollection } from '../../catalogue/collections/collection.ts'
import {
  changeCollection,
  createCollection,
  hideCollection,
  ownCollection,
  putIntoCollection,
  removeCollection,
  removeFromCollection,
} from '../../catalogue/collections/manage-collections.ts'
import { showCollection, shownTo } from '../../catalogue/collections/show-collection.ts'
import { listingOf } from '../kit/page/list-pages.ts'
import { postForm } from '../kit/requests/post-form.ts'
import { readPage, readPathText, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { accountOf, logAdminChange } from '../kit/requests/viewer.ts'
import { withFavorites } from '../kit/requests/with-favorites.ts'
import type { Site } from '../site.ts'
import { collectionValues, shownValues, typedValues } from './collection-form.ts'
import { collectionPage } from './collection-page.ts'
import { type CollectionsData, collectionsPage } from './collections-page.ts'
import { deleteCollectionPage, editCollectionPage, type EditData } from './edit-page.ts'
import { noPage } from '../kit/requests/site-errors.ts'

const pageSize = 48

/** GET /mine/collections, the page of a collection, and the actions of its owner and the operator. */
export function ownCollectionRoutes(scope: FastifyInstance, site: Site): void {
  const { view, collections, collectionLimits } = site
  const hidden = { schema: { hide: true } }
  const pathOf = (request: FastifyRequest, path: string) => view(request).links.path(path)

  async function renderList(request: FastifyRequest, typed: CollectionsData['typed']) {
    const own = await collections.ofOwner(accountOf(request).id)
    const isDeleted = readText(request.query, 'done') === 'deleted'
    return collectionsPage(view(request), { collections: own, isDeleted, typed })
  }

  scope.get('/mine/collections', hidden, async (request, reply) => {
    const page = await renderList(request, null)
    return sendPage(request, reply.header('cache-control', 'private, no-store'), page)
  })

  postForm(scope, '/mine/collections', {
    values: collectionValues,
    async handle(values, request, reply) {
      const { code } = await createCollection(collections, accountOf(request), values, collectionLimits)
      return reply.redirect(pathOf(request, `/c/${code}`), 303)
    },
    rerender: (typed, error, request) => renderList(request, { values: typedValues(typed), error }),
  })

  scope.get('/c/:code', hidden, async (request, reply) => {
    const code = collectionCodeOf(request)
    const collection = await showCollection(collections, code, request.viewer)
    if (readPathText(request, 'code') !== code) return reply.redirect(pathOf(request, `/c/${code}`), 301)
    const page = readPage(request.query)
    const eyes = shownTo(collection, request.viewer)
    const { total, gifs } = await collections.gifs(collection.id, eyes, {
      start: (page - 1) * pageSize,
      limit: pageSize,
    })
    const listed =
      eyes === null ? total : (await collections.gifs(collection.id, null, { start: 0, limit: 1 })).total
    if (!isOpenCollection(collection)) reply.header('cache-control', 'private, no-store')
    const listing = listingOf(`/c/${code}`, {}, page, total, pageSize)
    const withHearts = await withFavorites(site, view(request), gifs)
    const isReported = readText(request.query, 'done') === 'reported'
    const data = { collection, total, gifs, listed, listing, isReported }
    return sendPage(request, reply, collectionPage(withHearts, data))
  })

  async function renderEdit(
    request: FastifyRequest,
    changes: Partial<Pick<EditData, 'values' | 'error' | 'isSaved'>>,
  ) {
    const collection = await ownCollection(collections, collectionCodeOf(request), request.viewer)
    const page = readPage(request.query)
    const start = (page - 1) * pageSize
    const { total, gifs } = await collections.gifs(collection.id, collection.ownerId, {
      start,
      limit: pageSize,
    })
    return editCollectionPage(view(request), {
      collection,
      values: shownValues(collection),
      error: null,
      isSaved: false,
      total,
      gifs,
      firstPlace: start + 1,
      listing: listingOf(`/c/${collection.code}/edit`, {}, page, total, pageSize),
      ...changes,
    })
  }

  scope.get('/c/:code/edit', hidden, async (request, reply) => {
    accountOf(request)
    const page = await renderEdit(request, { isSaved: readText(request.query, 'done') === 'saved' })
    return sendPage(request, reply.header('cache-control', 'private, no-store'), page)
  })

  postForm(scope, '/c/:code/edit', {
    values: collectionValues,
    async handle(values, request, reply) {
      accountOf(request)
      const { code } = await changeCollection(collections, collectionCodeOf(request), request.viewer, values)
      return reply.redirect(pathOf(request, `/c/${code}`), 303)
    },
    rerender: (typed, error, request) => renderEdit(request, { values: typedValues(typed), error }),
  })

  postForm(scope, '/c/:code/gifs', {
    values: Type.Object({
      action: Type.Union([Type.Literal('move'), Type.Literal('remove')]),
      gif: Type.String({ maxLength: 64 }),
      place: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
    }),
    async handle({ action, gif, place, page = 1 }, request, reply) {
      accountOf(request)
      const code = collectionCodeOf(request)
      if (action === 'move')
        await putIntoCollection(site, code, request.viewer, { gif, place }, collectionLimits)
      else await removeFromCollection(site, code, request.viewer, gif)
      const query = new URLSearchParams({ ...(page > 1 && { page: String(page) }), done: 'saved' })
      return reply.redirect(pathOf(request, `/c/${code}/edit?${query.toString()}`), 303)
    },
  })

  scope.get('/c/:code/delete', hidden, async (request, reply) => {
    accountOf(request)
    const collection = await ownCollection(collections, collectionCodeOf(request), request.viewer)
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, deleteCollectionPage(view(request), collection))
  })

  postForm(scope, '/c/:code/delete', {
    values: Type.Object({}),
    async handle(_values, request, reply) {
      accountOf(request)
      await removeCollection(collections, collectionCodeOf(request), request.viewer)
      return reply.redirect(pathOf(request, '/mine/collections?done=deleted'), 303)
    },
  })

  postForm(scope, '/c/:code/hide', {
    values: Type.Object({ hidden: Type.Boolean() }),
    async handle({ hidden: hide }, request, reply) {
      accountOf(request)
      const { code } = await hideCollection(collections, collectionCodeOf(request), request.viewer, hide)
      logAdminChange(request, hide ? 'hide collection' : 'show collection', { collection: code })
      return reply.redirect(pathOf(request, `/c/${code}`), 303)
    },
  })
}

/**
 * The code of a collection in the address `/c/:code`, also with words in front: `/c/party-frogs-CODE`. Throws AppError
 * not_found.
 */
export function collectionCodeOf(request: FastifyRequest): string {
  const code = readPathText(request, 'code').split('-').at(-1) ?? ''
  if (!/^[0-9A-Za-z]{1,64}$/.test(code)) throw noPage()
  return code
}
