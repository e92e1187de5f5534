import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { hideCollection } from '../../catalogue/collections/manage-collections.ts'
import { showCollection } from '../../catalogue/collections/show-collection.ts'
import { listingOf } from '../kit/page/list-pages.ts'
import { readPage, readPathText, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { adminChange } from './admin-change.ts'
import { redirectWith } from './admin-page.ts'
import { adminCollectionsPage } from './collections-page.ts'

const path = '/admin/collections'
const pageSize = 20

/** GET /admin/collections, and the forms to hide and unhide a collection. */
export function adminCollectionRoutes(scope: FastifyInstance, site: Site): void {
  const { view, collections } = site

  scope.get(path, { schema: { hide: true } }, async (request, reply) => {
    const page = readPage(request.query)
    const shown = await collections.notPrivate({ start: (page - 1) * pageSize, limit: pageSize })
    const reported = await collections.reported({ start: 0, limit: pageSize })
    const listing = listingOf(path, {}, page, shown.total, pageSize)
    const done = readText(request.query, 'done')
    return sendPage(
      request,
      reply,
      adminCollectionsPage(view(request), { ...shown, reported, listing, done }),
    )
  })

  adminChange(scope, site, `${path}/:code/hide`, {
    values: Type.Object({ hidden: Type.Boolean() }),
    action: 'hide collection',
    async handle({ hidden }, request) {
      const code = readPathText(request, 'code')
      await hideCollection(collections, code, request.viewer, hidden)
      return {
        about: { collection: code, hidden },
        to: redirectWith(hidden ? 'collectionHidden' : 'collectionShown', path),
      }
    },
  })
  adminChange(scope, site, `${path}/:code/keep`, {
    values: Type.Object({}),
    action: 'answer reports of collection',
    async handle(_, request) {
      const code = readPathText(request, 'code')
      const { id } = await showCollection(collections, code, request.viewer)
      await collections.closeReports(id)
      return { about: { collection: code }, to: redirectWith('collectionKept', path) }
    },
  })
}
