import type { FastifyInstance } from 'fastify'
import type { Site } from '../site.ts'
import { decisionRoutes } from './decision-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { hashSecret } from '../../accounts/tokens.ts'
import { noPage } from '../kit/requests/site-errors.ts'
import { readPathText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { translateSentence } from '../messages/translate-error.ts'
import { receiptPage } from './receipt-page.ts'

/** The pages to report a GIF, to read the receipt, and for owners to read decisions. */
export function noticeRoutes(scope: FastifyInstance, site: Site): void {
  reportRoutes(scope, site)
  receiptRoutes(scope, site)
  decisionRoutes(scope, site)
}

/**
 * GET /notices/{secret}: the state of a notice, for whoever has the link. The address is the secret: no cache keeps the
 * page, no link on it tells another page its address, and no search engine lists it.
 */
function receiptRoutes(scope: FastifyInstance, site: Site): void {
  scope.get('/notices/:secret', { schema: { hide: true } }, async (request, reply) => {
    reply.headers({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    const secret = readPathText(request, 'secret')
    const found = /^[0-9A-Za-z]{32}$/.test(secret)
      ? await site.notices.bySecretHash(hashSecret(secret))
      : undefined
    if (found === undefined) throw noPage()
    const { title, code } = found.about
    const values = { site: site.settings.name, title, code }
    const { language } = site.view(request)
    const whatNext = site.texts.text('receipt', values, (text) => translateSentence(text, language))
    return sendPage(request, reply, receiptPage(site.view(request), { ...found, secret, whatNext }))
  })
}
