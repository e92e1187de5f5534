import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { reportGif } from '../../catalogue/report-gif.ts'
import { showGif } from '../../catalogue/show-gif.ts'
import { codeOf } from './code-of.ts'
import { reportPage, reportedPage } from './report-page.ts'
import { postForm, typedText } from '../kit/requests/post-form.ts'
import { readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'

const reportValues = Type.Object({
  reason: Type.Optional(Type.String({ default: '' })),
  words: Type.Optional(Type.String({ default: '' })),
})

/** Reporting a GIF to the operator, open to every visitor. */
export function reportRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site

  scope.get('/:code/report', { schema: { hide: true } }, async (request, reply) => {
    const gif = await showGif(catalogue, codeOf(request), request.viewer)
    reply.header('cache-control', 'private, no-store')
    const page =
      readText(request.query, 'sent') === '1'
        ? reportedPage(view(request), gif)
        : reportPage(view(request), gif, { reason: '', words: '' }, null)
    return sendPage(request, reply, page)
  })

  postForm(scope, '/:code/report', {
    values: reportValues,
    config: { rate: 'report' },
    async handle({ reason = '', words = '' }, request, reply) {
      const { code } = await reportGif(site, codeOf(request), request.viewer, { reason, words })
      return reply.redirect(`${view(request).links.path(`/${code}/report`)}?sent=1`, 303)
    },
    async rerender(typed, error, request) {
      const gif = await showGif(catalogue, codeOf(request), request.viewer)
      const said = { reason: typedText(typed, 'reason'), words: typedText(typed, 'words') }
      return reportPage(view(request), gif, said, error)
    },
  })
}
