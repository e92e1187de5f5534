import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Gif } from '../../catalogue/gif.ts'
import { showGif } from '../../catalogue/show-gif.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import { type Agreement, noticeAsks, type NoticeField } from '../../catalogue/notices/notice.ts'
import { fieldLengths, readNotice } from '../../catalogue/notices/read-notice.ts'
import { sendNotice } from '../../catalogue/notices/send-notice.ts'
import { english } from '../messages/en/messages.ts'
import type { Language } from '../messages/languages.ts'
import { translateSentence } from '../messages/translate-error.ts'
import { noticeText } from '../kit/notices/notice-texts.ts'
import { codeOf } from '../kit/requests/read-query.ts'
import { postForm, type Typed, typedFlag, typedText } from '../kit/requests/post-form.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { type ReportTexts, reportPage, type TypedNotice } from './report-page.ts'

const text = Type.Optional(Type.String({ default: '' }))
const checkbox = Type.Optional(Type.Boolean({ default: false }))
const agreements: readonly Agreement[] = ['goodFaith', 'accurate']

const noticeValues = Type.Object({
  reason: text,
  words: noticeText('words'),
  name: noticeText('name'),
  email: noticeText('email'),
  address: noticeText('address'),
  capacity: text,
  rightsOwner: noticeText('rightsOwner'),
  work: noticeText('work'),
  signature: noticeText('signature'),
  goodFaith: checkbox,
  accurate: checkbox,
})

/** Lets every visitor report a GIF to the operator. */
export function reportRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site
  const { faults } = english.notices

  scope.get('/:code/report', { schema: { hide: true } }, async (request, reply) => {
    const gif = await showGif(catalogue, codeOf(request), request.viewer)
    reply.header('cache-control', 'private, no-store')
    const own = ownTexts(site, gif, view(request).language)
    const typed = { reason: '', agreed: [] }
    return sendPage(request, reply, reportPage(view(request), gif, { typed, own, error: null }))
  })

  postForm(scope, '/:code/report', {
    values: noticeValues,
    config: { rate: 'notice' },
    async handle(values, request, reply) {
      const code = codeOf(request)
      const gif = await showGif(catalogue, code, request.viewer)
      const typed = { ...values, reason: values.reason ?? '', agreed: readAgreements(values) }
      const notice = readNotice(typed, faults)
      const own = ownTexts(site, gif, view(request).language)
      const statements = noticeAsks[notice.reason].agreements.map((name) => own.agreements[name])
      const { secret } = await sendNotice(
        site,
        site.daily,
        code,
        { viewer: request.viewer, address: clientKey(request.ip) },
        { notice, statements, faults },
      )
      return reply.redirect(view(request).links.path(`/notices/${secret}`), 303)
    },
    async rerender(typed, error, request) {
      const gif = await showGif(catalogue, codeOf(request), request.viewer)
      return reportPage(view(request), gif, {
        typed: typedNotice(typed),
        own: ownTexts(site, gif, view(request).language),
        error,
      })
    },
  })
}

function ownTexts({ texts, settings }: Site, { title, code }: Gif, language: Language): ReportTexts {
  const values = { site: settings.name, title, code }
  const own = (name: string) => texts.text(name, values, (text) => translateSentence(text, language))
  return {
    intro: own('report-intro'),
    agreements: {
      goodFaith: own('good-faith'),
      accurate: own('accurate'),
    },
  }
}

function readAgreements(values: Partial<Record<Agreement, boolean>>): Agreement[] {
  return agreements.filter((name) => values[name] === true)
}

function typedNotice(typed: Typed): TypedNotice {
  const fields = Object.keys(fieldLengths) as NoticeField[]
  return {
    ...Object.fromEntries(fields.map((name) => [name, typedText(typed, name)])),
    reason: typedText(typed, 'reason'),
    agreed: agreements.filter((name) => typedFlag(typed, name)),
  }
}
