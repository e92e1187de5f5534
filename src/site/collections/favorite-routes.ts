import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { addFavorite, removeFavorite } from '../../catalogue/collections/favorites.ts'
import { listingOf } from '../kit/page/list-pages.ts'
import { postForm } from '../kit/requests/post-form.ts'
import { codeOf, readPage } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { wantsJson } from '../kit/requests/site-errors.ts'
import { accountOf } from '../kit/requests/viewer.ts'
import { withFavorites } from '../kit/requests/with-favorites.ts'
import type { Site } from '../site.ts'
import { favoritesPage } from './favorites-page.ts'

const pageSize = 48

/** GET /mine/favourites, and the heart buttons of cards and pages. */
export function favoriteRoutes(scope: FastifyInstance, site: Site): void {
  const { view, collections, settings } = site

  scope.get('/mine/favourites', { schema: { hide: true } }, async (request, reply) => {
    const { id } = accountOf(request)
    const page = readPage(request.query)
    const { total, gifs } = await collections.favorites(id, { start: (page - 1) * pageSize, limit: pageSize })
    reply.header('cache-control', 'private, no-store')
    const listing = listingOf('/mine/favourites', {}, page, total, pageSize)
    const withHearts = await withFavorites(site, view(request), gifs)
    return sendPage(request, reply, favoritesPage(withHearts, { total, gifs, listing }))
  })

  postForm(scope, '/:code/favourite', {
    values: Type.Object({ favorite: Type.Boolean() }),
    async handle({ favorite }, request, reply) {
      const account = accountOf(request)
      const code = codeOf(request)
      await (favorite
        ? addFavorite(site, account, code, site.collectionLimits.maxFavorites)
        : removeFavorite(site, account, code))
      if (wantsJson(request)) return reply.code(204).send()
      return reply.redirect(backTo(request, settings.url(), view(request).links.path(`/${code}`)), 303)
    },
  })
}

/** The path of the page from which a form was sent without script; `fallback` if it is unknown. */
function backTo({ headers }: FastifyRequest, siteUrl: string, fallback: string): string {
  const { referer } = headers
  if (referer === undefined || !URL.canParse(referer)) return fallback
  const { host, pathname, search } = new URL(referer)
  // A path that begins with two slashes names another host.
  if (host !== new URL(siteUrl).host || pathname.startsWith('//')) return fallback
  return pathname + search
}
