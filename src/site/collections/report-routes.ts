import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { showCollection } from '../../catalogue/collections/show-collection.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import { reportCollection } from '../../catalogue/notices/collection-reports.ts'
import { english } from '../messages/en/messages.ts'
import { noticeText } from '../kit/notices/notice-texts.ts'
import { postForm, typedText } from '../kit/requests/post-form.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { collectionCodeOf } from './own-collection-routes.ts'
import { collectionReportPage, type ReportData } from './report-page.ts'

const text = Type.Optional(Type.String({ default: '' }))

/** Lets every visitor report a collection to the operator. */
export function collectionReportRoutes(scope: FastifyInstance, site: Site): void {
  const { view, collections } = site
  const { needed, tooLong, dayFull } = english.notices.faults
  const { reason, full } = english.collections.report
  const faults = { needed, tooLong, dayFull, reason, full }

  const page = async (request: FastifyRequest, data: ReportData) => {
    const collection = await showCollection(collections, collectionCodeOf(request), request.viewer)
    return collectionReportPage(view(request), collection, data)
  }

  scope.get('/c/:code/report', { schema: { hide: true } }, async (request, reply) => {
    const form = await page(request, { typed: { reason: '', words: '' }, error: null })
    return sendPage(request, reply.header('cache-control', 'private, no-store'), form)
  })

  postForm(scope, '/c/:code/report', {
    values: Type.Object({ reason: text, words: noticeText('words') }),
    config: { rate: 'notice' },
    async handle(values, request, reply) {
      const code = collectionCodeOf(request)
      const from = { viewer: request.viewer, address: clientKey(request.ip) }
      const typed = { reason: values.reason ?? '', words: values.words ?? '' }
      await reportCollection(site.collections, site.daily, code, from, typed, faults)
      return reply.redirect(view(request).links.path(`/c/${code}?done=reported`), 303)
    },
    rerender: (typed, error, request) =>
      page(request, {
        typed: { reason: typedText(typed, 'reason'), words: typedText(typed, 'words') },
        error,
      }),
  })
}
