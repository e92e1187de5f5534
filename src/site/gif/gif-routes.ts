import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { visitor } from '../../accounts/account.ts'
import { type Gif, isOpen, isNsfw } from '../../catalogue/gif.ts'
import { isOwner, showGif } from '../../catalogue/show-gif.ts'
import { type Decision, activeRestriction } from '../../catalogue/notices/notice.ts'
import { describeClient } from '../../http/describe-client.ts'
import { AppError } from '../../lib/app-error.ts'
import { keptSourceOf } from '../kit/requests/source-owner.ts'
import { oembedOf, oembedOfCollection, toXml } from './oembed.ts'
import { embedMissingPage, embedPage } from './embed-page.ts'
import { gifPage } from './gif-page.ts'
import { gifInProgressPage, refreshSeconds } from './gif-in-progress-page.ts'
import { codeOf, readNumber, readText } from '../kit/requests/read-query.ts'
import { securityHeaders } from '../kit/requests/security-headers.ts'
import { unlessUnavailable } from '../kit/requests/site-errors.ts'
import { withFavorites } from '../kit/requests/with-favorites.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { manageRoutes } from './manage-routes.ts'

const relatedLimit = 12

/** The page of a GIF, the forms of its actions, and its representations for other sites. */
export function gifRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, discovery, view } = site
  const hidden = { schema: { hide: true } }

  scope.get('/:code', hidden, async (request, reply) => {
    const code = codeOf(request)
    const gif = await showGif(catalogue, code, request.viewer).catch(async (error: unknown) => {
      if (!(await site.tasks.submissions.isUnderWay(code))) throw error
      return null
    })
    if (gif === null) {
      reply.code(404).headers({ 'cache-control': 'no-store', 'retry-after': String(refreshSeconds) })
      return sendPage(request, reply, gifInProgressPage(view(request)))
    }
    reply.header('vary', 'Accept')
    if (wantsImage(request)) {
      countView(request, gif)
      // The headers of other pages forbid frames on other sites.
      reply
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'private, no-cache')
      return reply.redirect(site.mediaUrls.urlOf(gif, 'gif'))
    }
    if (gif.code !== codeOf(request)) return redirectTo(request, reply, gif, '')
    const scope = { maxRating: isNsfw(gif) ? ('r' as const) : ('pg-13' as const), limit: relatedLimit }
    const related = await unlessUnavailable(discovery.relatedGifs(gif, scope), [])
    countView(request, gif)
    const decision = await decisionForOwner(request, gif)
    if (!isOpen(gif)) reply.header('cache-control', 'private, no-store')
    const withHearts = await withFavorites(site, view(request), [gif, ...related])
    return sendPage(
      request,
      reply,
      gifPage(withHearts, gif, { related, decision, kept: await keptSourceOf(site, gif.code, request) }),
    )
  })

  scope.get('/embed/:code', hidden, async (request, reply) => {
    reply
      .headers(securityHeaders(site.mediaUrls.origins, { framedBy: '*' }))
      .header('cross-origin-resource-policy', 'cross-origin')
    const gif = await publicGif(request)
    if (gif === null) {
      reply.code(404).header('cache-control', 'no-store')
      return sendPage(request, reply, embedMissingPage(view(request)))
    }
    if (gif.code !== codeOf(request)) return redirectTo(request, reply, gif, '/embed')
    countView(request, gif)
    reply.header('cache-control', 'public, max-age=60')
    return sendPage(request, reply, embedPage(view(request), gif))
  })

  /** Redirects to the GIF that the requested one was merged into. */
  function redirectTo(request: FastifyRequest, reply: FastifyReply, gif: Gif, under: '' | '/embed') {
    reply.header('cache-control', isOpen(gif) ? 'private, no-cache' : 'private, no-store')
    return reply.redirect(view(request).links.path(`${under}/${gif.code}`), 301)
  }

  /** The decision to hide the viewer's own GIF. */
  async function decisionForOwner({ viewer }: FastifyRequest, gif: Gif): Promise<Decision | null> {
    if (!gif.hidden || !isOwner(gif, viewer)) return null
    const about = await site.notices.caseOf(gif.code)
    return about === undefined ? null : activeRestriction(about)
  }

  function countView(request: FastifyRequest, gif: Gif): void {
    if (request.method === 'GET') discovery.countUse(gif, 'view', describeClient(request))
  }

  /** The GIF of the address if everyone may see it. */
  async function publicGif(request: FastifyRequest): Promise<Gif | null> {
    try {
      return await showGif(catalogue, codeOf(request), visitor)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return null
      throw error
    }
  }

  const answerOembed = async (request: FastifyRequest, reply: FastifyReply) => {
    const { query } = request
    const format = readText(query, 'format') || 'json'
    if (format !== 'json' && format !== 'xml') return reply.code(501).type('text/plain').send('json or xml\n')
    const asked = {
      url: readText(query, 'url'),
      maxWidth: readNumber(query, 'maxwidth', Infinity),
      maxHeight: readNumber(query, 'maxheight', Infinity),
    }
    const collection = view(request).links.collectionCodeOf(asked.url)
    const answer =
      collection === null
        ? await oembedOf(view(request), catalogue, asked)
        : await oembedOfCollection(view(request), site.collections, collection, asked)
    reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300')
    if (format === 'xml') return reply.type('text/xml; charset=utf-8').send(toXml(answer))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
  }
  scope.get('/oembed', hidden, answerOembed)
  // The addresses of GIPHY, which some consumers use for oEmbed and for the page.
  scope.get('/services/oembed', hidden, answerOembed)
  scope.get('/gifs/:slug', hidden, async (request, reply) => {
    const { slug } = request.params as { slug: string }
    const code = codeOf({ params: { code: slug.split('-').at(-1) } })
    return reply.redirect(view(request).links.path(`/${code}`), 301)
  })

  manageRoutes(scope, site)
}

/** Returns true if the address of a page is used as an image, as in Markdown: the request accepts images but not pages. */
function wantsImage({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? ''
  return /(?:^|[\s,])image\//i.test(accept) && !/text\/html|application\/xhtml/i.test(accept)
}
