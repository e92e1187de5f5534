import type { FastifyInstance } from 'fastify'
import type { Site } from '../../site.ts'
import { themeColors } from '../page/layout.ts'
import { languageVary } from '../requests/language.ts'
import { sendAsset } from './asset-routes.ts'

/** The address for sources shared with the installed site; `client/share/share-worker.ts` of the maker handles it. */
const sharePath = '/share'

/** Makes the site installable: its manifest, and the worker that receives what other apps share with it. */
export function webAppRoutes(scope: FastifyInstance, { assets, settings, view }: Site): void {
  const hidden = { schema: { hide: true }, config: { rate: 'media' } } as const
  scope.get('/manifest.webmanifest', hidden, (request, reply) => {
    const { links, messages } = view(request)
    const texts = messages.kit.webApp
    const icon = (path: string, sizes: string, purpose = 'any') => ({
      src: links.path(path),
      sizes,
      type: path.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
      purpose,
    })
    return reply
      .headers({ 'cache-control': 'public, max-age=3600', vary: languageVary })
      .type('application/manifest+json')
      .send({
        id: links.path('/'),
        name: settings.name,
        short_name: settings.name,
        description: texts.description,
        start_url: links.path('/'),
        scope: links.path('/'),
        display: 'standalone',
        background_color: themeColors.light,
        theme_color: themeColors.light,
        icons: [
          icon(assets.mark.path, 'any'),
          icon(assets.icons.small.path, '192x192'),
          icon(assets.icons.large.path, '512x512'),
          icon(assets.icons.maskable.path, '512x512', 'maskable'),
        ],
        shortcuts: [
          { name: messages.kit.layout.makeGif, url: links.path('/create') },
          { name: messages.kit.account.myGifs, url: links.path('/mine') },
        ],
        share_target: {
          action: links.path(sharePath),
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            title: 'title',
            text: 'text',
            url: 'url',
            files: [{ name: 'files', accept: ['video/*', 'image/*'] }],
          },
        },
      })
  })
  // Browsers check for a new version by themselves at least once a day.
  scope.get('/share-worker.js', hidden, (request, reply) =>
    sendAsset(request, reply, assets.shareWorker, 'no-cache'),
  )
  // The worker takes a shared source before it is sent. A request arrives here only if the worker was not installed
  // yet: it is not read, and the maker asks the person to share again.
  scope.post(
    sharePath,
    { schema: { hide: true }, config: { fromDevice: true, rate: 'read' } },
    (request, reply) => reply.redirect(view(request).links.path('/create?shared=missed'), 303),
  )
}
