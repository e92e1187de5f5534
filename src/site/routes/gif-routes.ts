import type { FastifyInstance } from 'fastify'
import { visitor } from '../../accounts/account.ts'
import { isPublic } from '../../catalogue/gif.ts'
import { showGif } from '../../catalogue/show-gif.ts'
import { codeOf } from '../code-of.ts'
import { oembedOf, toXml } from '../oembed.ts'
import { embedPage } from '../pages/embed-page.ts'
import { gifPage } from '../pages/gif-page.ts'
import { readNumber, readText } from '../read-query.ts'
import { securityHeaders } from '../security-headers.ts'
import { sendPage } from '../send-page.ts'
import type { Site } from '../site.ts'
import { manageRoutes } from './manage-routes.ts'
import { reportRoutes } from './report-routes.ts'

const relatedLimit = 12

/** The page of one GIF, what can be done with it, and what other sites ask about it. */
export function gifRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site
  const hidden = { schema: { hide: true } }

  scope.get('/:code', hidden, async (request, reply) => {
    const gif = await showGif(catalogue, codeOf(request), request.viewer)
    const related = await catalogue.related(gif, { includeNsfw: gif.nsfw, limit: relatedLimit })
    if (!isPublic(gif)) reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, gifPage(view(request), gif, related))
  })

  scope.get('/embed/:code', hidden, async (request, reply) => {
    const gif = await showGif(catalogue, codeOf(request), visitor)
    reply
      .headers(securityHeaders(site.mediaUrls.origin, '*'))
      .headers({ 'cache-control': 'public, max-age=60', 'cross-origin-resource-policy': 'cross-origin' })
    return sendPage(request, reply, embedPage(view(request), gif))
  })

  scope.get('/oembed', hidden, async (request, reply) => {
    const { query } = request
    const format = readText(query, 'format') || 'json'
    if (format !== 'json' && format !== 'xml') return reply.code(501).type('text/plain').send('json or xml\n')
    const answer = await oembedOf(view(request), catalogue, {
      url: readText(query, 'url'),
      maxWidth: readNumber(query, 'maxwidth', Infinity),
      maxHeight: readNumber(query, 'maxheight', Infinity),
    })
    reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300')
    if (format === 'xml') return reply.type('text/xml; charset=utf-8').send(toXml(answer))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
  })

  manageRoutes(scope, site)
  reportRoutes(scope, site)
}
