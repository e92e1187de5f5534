import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { visitor } from '../../accounts/account.ts'
import { showCollection } from '../../catalogue/collections/show-collection.ts'
import { isNotModified } from '../../http/media/preconditions.ts'
import { AppError } from '../../lib/app-error.ts'
import { securityHeaders } from '../kit/requests/security-headers.ts'
import { languageVary } from '../kit/requests/language.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { embeddedCollection, embeddedCollectionMissing } from './embed-page.ts'
import { collectionFeed } from './feed.ts'
import { collectionCodeOf } from './read-collection.ts'

/** As many as a frame plays at once without being a burden to the page around it. */
const maxEmbedded = 24

/** As many as feed readers show of one visit. */
const feedLength = 50

/** What other sites and programs show of a collection, whoever asks: its listed GIFs. */
export function collectionShareRoutes(scope: FastifyInstance, site: Site): void {
  const { view, collections } = site
  const hidden = { schema: { hide: true } }

  async function openCollection(request: FastifyRequest, limit: number) {
    const collection = await showCollection(collections, collectionCodeOf(request), visitor)
    return { collection, ...(await collections.gifs(collection.id, null, { start: 0, limit })) }
  }

  scope.get('/c/:code/embed', hidden, async (request, reply) => {
    reply
      .headers(securityHeaders(site.mediaUrls.origins, { framedBy: '*' }))
      .header('cross-origin-resource-policy', 'cross-origin')
    const shown = await openCollection(request, maxEmbedded).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null
      throw error
    })
    if (shown === null) {
      reply.code(404).header('cache-control', 'no-store')
      return sendPage(request, reply, embeddedCollectionMissing(view(request)))
    }
    reply.header('cache-control', 'public, max-age=60')
    return sendPage(request, reply, embeddedCollection(view(request), shown))
  })

  scope.get('/c/:code/feed.atom', hidden, async (request, reply) => {
    const { collection, gifs } = await openCollection(request, feedLength)
    const feed = String(collectionFeed(view(request), collection, gifs))
    const etag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`
    reply.headers({
      etag,
      vary: languageVary,
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    })
    if (isNotModified(request.headers, etag)) return reply.code(304).send()
    return reply.type('application/atom+xml; charset=utf-8').send(feed)
  })
}
