import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { showGif } from '../../catalogue/show-gif.ts'
import {
  createCollection,
  putIntoCollection,
  removeFromCollection,
} from '../../catalogue/collections/manage-collections.ts'
import { codeOf } from '../kit/requests/read-query.ts'
import { postForm } from '../kit/requests/post-form.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { accountOf } from '../kit/requests/viewer.ts'
import type { Site } from '../site.ts'
import { collectPage, type CollectData } from './collect-page.ts'
import { collectionValues, typedValues } from './collection-form.ts'

/** GET /{code}/collect, and the forms to add a GIF to collections and remove it. */
export function collectRoutes(scope: FastifyInstance, site: Site): void {
  const { view, catalogue, collections, collectionLimits } = site

  async function renderPage(request: FastifyRequest, typed: CollectData['typed']) {
    const { id } = accountOf(request)
    const gif = await showGif(catalogue, codeOf(request), request.viewer)
    const [own, having] = await Promise.all([collections.ofOwner(id), collections.having(id, gif.id)])
    return collectPage(view(request), { gif, collections: own, having, typed })
  }

  scope.get('/:code/collect', { schema: { hide: true } }, async (request, reply) => {
    const page = await renderPage(request, null)
    return sendPage(request, reply.header('cache-control', 'private, no-store'), page)
  })

  postForm(scope, '/:code/collect', {
    values: Type.Object({
      collection: Type.String({ maxLength: 64 }),
      action: Type.Union([Type.Literal('add'), Type.Literal('remove')]),
    }),
    async handle({ collection, action }, request, reply) {
      accountOf(request)
      const gif = codeOf(request)
      if (action === 'add')
        await putIntoCollection(site, collection, request.viewer, { gif }, collectionLimits)
      else await removeFromCollection(site, collection, request.viewer, gif)
      return reply.redirect(view(request).links.path(`/${gif}/collect`), 303)
    },
  })

  postForm(scope, '/:code/collect/new', {
    values: collectionValues,
    async handle(values, request, reply) {
      const account = accountOf(request)
      const gif = codeOf(request)
      await showGif(catalogue, gif, request.viewer)
      const { code } = await createCollection(site.collections, account, values, collectionLimits)
      await putIntoCollection(site, code, request.viewer, { gif }, collectionLimits)
      return reply.redirect(view(request).links.path(`/c/${code}`), 303)
    },
    rerender: (typed, error, request) => renderPage(request, { values: typedValues(typed), error }),
  })
}
