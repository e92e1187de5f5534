import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import { findGifs } from '../catalogue/find-gifs.ts'
import { showGif } from '../catalogue/show-gif.ts'
import { setErrorStatus, toAppError } from '../http/plugins/errors.ts'
import { AppError } from '../lib/app-error.ts'
import type { Html } from '../lib/html.ts'
import type { MediaUrls } from '../media/media-urls.ts'
import { type Asset, siteAssets } from './assets.ts'
import { linksFor } from './links.ts'
import { oembedOf, toXml } from './oembed.ts'
import { frontPage } from './pages/front-page.ts'
import { gifPage } from './pages/gif-page.ts'
import { messagePage } from './pages/message-page.ts'
import { readNumber, readSearch, readText } from './read-query.ts'
import { securityHeaders } from './security-headers.ts'
import type { SiteView } from './site-view.ts'

export type SiteDeps = {
  catalogue: CatalogueStore
  mediaUrls: MediaUrls
  /** `url` has no slash at its end; it is asked at each request, as port 0 tells it late. */
  site: { name: string; url: () => string }
}

const pageSize = 24
const codeShape = /^[0-9A-Za-z]{1,64}$/
const forEver = 'public, max-age=31536000, immutable'
const mayKeepADay = 'public, max-age=86400'

/** The pages for people, and what belongs to them. Errors in here are pages too. */
export function siteRoutes(server: FastifyInstance, { catalogue, mediaUrls, site }: SiteDeps): void {
  const assets = siteAssets()
  const view = (): SiteView => ({ name: site.name, links: linksFor(site.url()), assets, mediaUrls })
  const notFound = () => {
    throw new AppError(
      'not_found',
      'There is no GIF or page at this address. It may have been removed, or be private.',
    )
  }

  async function showFront(request: FastifyRequest, reply: FastifyReply) {
    const search = readSearch(request.query)
    const [categories, { total, gifs }] = await Promise.all([
      catalogue.listCategories(),
      findGifs(catalogue, {
        ...search,
        includeNsfw: false,
        start: (search.page - 1) * pageSize,
        limit: pageSize,
      }),
    ])
    return sendPage(reply, frontPage(view(), { search, categories, total, gifs, pageSize }))
  }

  async function showOne(request: FastifyRequest<{ Params: { code: string } }>, reply: FastifyReply) {
    const { code } = request.params
    if (!codeShape.test(code)) return notFound()
    const gif = await showGif(catalogue, code, request.viewer)
    reply.header('vary', 'Authorization, Cookie')
    if (gif.private) reply.header('cache-control', 'private, no-store')
    return sendPage(reply, gifPage(view(), gif))
  }

  async function embed({ query }: FastifyRequest, reply: FastifyReply) {
    const format = readText(query, 'format') || 'json'
    if (format !== 'json' && format !== 'xml') return reply.code(501).type('text/plain').send('json or xml\n')
    const answer = await oembedOf(view(), catalogue, {
      url: readText(query, 'url'),
      maxWidth: readNumber(query, 'maxwidth', Infinity),
      maxHeight: readNumber(query, 'maxheight', Infinity),
    })
    reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300')
    if (format === 'xml') return reply.type('text/xml; charset=utf-8').send(toXml(answer))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
  }

  function showError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
    const known = toAppError(error)
    if (known.code === 'internal') request.log.error({ err: error }, 'page failed')
    const title = known.code === 'not_found' ? 'Not found' : 'That did not work'
    setErrorStatus(known, reply)
    reply.header('cache-control', 'private, no-store')
    return sendPage(reply, messagePage(view(), title, known.message))
  }

  server.register(async (scope) => {
    scope.addHook(
      'onRequest',
      async (_request, reply) => void reply.headers(securityHeaders(mediaUrls.origin)),
    )
    scope.setErrorHandler(showError)
    scope.setNotFoundHandler(notFound)
    const hidden = { schema: { hide: true } }
    scope.get('/', hidden, showFront)
    scope.get('/:code', hidden, showOne)
    scope.get('/oembed', hidden, embed)
    scope.get('/favicon.svg', hidden, (request, reply) => sendAsset(request, reply, assets.mark, mayKeepADay))
    scope.get('/robots.txt', hidden, (_request, reply) =>
      reply.header('cache-control', mayKeepADay).type('text/plain').send('User-agent: *\nDisallow: /api/\n'),
    )
    for (const asset of Object.values(assets)) {
      scope.get(asset.path, { ...hidden, config: { isUncounted: true } }, (request, reply) =>
        sendAsset(request, reply, asset, forEver),
      )
    }
  })
}

function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  return reply.type('text/html; charset=utf-8').send(page.toString())
}

function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  cacheControl: string,
): FastifyReply {
  const packed = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  if (packed) reply.header('content-encoding', 'br')
  return reply
    .headers({ 'content-type': asset.contentType, 'cache-control': cacheControl, vary: 'Accept-Encoding' })
    .send(packed ? asset.brotli : asset.bytes)
}
