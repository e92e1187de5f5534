import type { FastifyInstance, FastifyRequest } from 'fastify'
import { visitor } from '../../accounts/account.ts'
import { showCollection } from '../../catalogue/collections/show-collection.ts'
import { AppError } from '../../lib/app-error.ts'
import { securityHeaders } from '../kit/requests/security-headers.ts'
import { sendFeed } from '../kit/requests/send-feed.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { embeddedCollection, embeddedCollectionMissing } from './embed-page.ts'
import { collectionCodeOf } from './own-collection-routes.ts'
import type { Gif } from '../../catalogue/gif.ts'
import type { Collection } from '../../catalogue/collections/collection.ts'
import { type Html, html, xmlText } from '../../lib/html.ts'
import { atomEntry } from '../kit/gifs/atom-entry.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The number of GIFs that a frame can play at once without slowing down the surrounding page. */
const maxEmbedded = 24

/** The number of entries that feed readers show per update. */
const feedLength = 50

/** The frame and the feed of a collection, for other sites and programs: its listed GIFs, regardless of the viewer. */
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
    return sendFeed(request, reply, collectionFeed(view(request), collection, gifs))
  })
}

/** The listed GIFs of a collection in the Atom format, RFC 4287. */
function collectionFeed(view: SiteView, collection: Collection, gifs: readonly Gif[]): Html {
  const { links, messages, name: siteName } = view
  const self = links.absolute(`/c/${collection.code}/feed.atom`)
  return html`<?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom">
      <id>${self}</id>
      <title>${xmlText(messages.collections.page.feedTitle(collection.name, siteName))}</title>
      <updated>${new Date(collection.updatedAt).toISOString()}</updated>
      <author><name>${xmlText(siteName)}</name></author>
      <link rel="self" type="application/atom+xml" href="${self}" />
      <link rel="alternate" type="text/html" href="${links.absolute(`/c/${collection.code}`)}" />
      ${gifs.map((gif) => atomEntry(view, gif))}</feed
    > `
}
