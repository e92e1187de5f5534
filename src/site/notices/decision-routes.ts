import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { caseForOwner, sendCounterNotice } from '../../catalogue/notices/counter-notice.ts'
import { noticeText } from '../kit/notices/notice-texts.ts'
import { listingOf } from '../kit/page/list-pages.ts'
import { postForm, typedFlag, typedText } from '../kit/requests/post-form.ts'
import { codeOf, readPage, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { signedInAccount } from '../kit/requests/viewer.ts'
import { english } from '../messages/en/messages.ts'
import { translateSentence } from '../messages/translate-error.ts'
import type { Site } from '../site.ts'
import { decisionsPage, type OwnCase, ownCasePage } from './decision-pages.ts'

const path = '/mine/decisions'
const pageSize = 20

/** The pages of decisions about an account's GIFs, and the form to answer a decision. */
export function decisionRoutes(scope: FastifyInstance, site: Site): void {
  const hidden = { schema: { hide: true } }

  scope.get(path, hidden, async (request, reply) => {
    const { id } = signedInAccount(request)
    const page = readPage(request.query)
    const { total, cases } = await site.notices.ofOwner(id, { start: (page - 1) * pageSize, limit: pageSize })
    const listing = listingOf(path, {}, page, total, pageSize)
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, decisionsPage(site.view(request), { cases, total, listing }))
  })

  scope.get(`${path}/:code`, hidden, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const isSent = readText(request.query, 'done') === 'sent'
    return sendPage(request, reply, await renderCase(site, request, { isSent, error: null }))
  })

  postForm(scope, `${path}/:code`, {
    values: Type.Object({
      words: noticeText('words'),
      name: noticeText('name'),
      address: noticeText('address'),
      agreed: Type.Optional(Type.Boolean({ default: false })),
    }),
    config: { rate: 'notice' },
    async handle({ words = '', name = '', address = '', agreed = false }, request, reply) {
      signedInAccount(request)
      const code = codeOf(request)
      const statement = ownText(site, request, 'counter-notice-statement', {
        site: site.settings.name,
        code,
      })
      const { faults } = english.notices
      await sendCounterNotice(site.notices, code, request.viewer, {
        words,
        name,
        address,
        agreed,
        statement,
        faults,
      })
      return reply.redirect(site.view(request).links.path(`${path}/${code}?done=sent`), 303)
    },
    rerender: (values, error, request) =>
      renderCase(site, request, {
        isSent: false,
        error,
        typed: {
          words: typedText(values, 'words'),
          name: typedText(values, 'name'),
          address: typedText(values, 'address'),
          agreed: typedFlag(values, 'agreed'),
        },
      }),
  })
}

async function renderCase(
  site: Site,
  request: FastifyRequest,
  shown: { isSent: boolean; error: AppError | null; typed?: OwnCase['typed'] },
): Promise<Html> {
  signedInAccount(request)
  const about = await caseForOwner(site.notices, codeOf(request), request.viewer)
  const values = { site: site.settings.name, title: about.title, code: about.code }
  return ownCasePage(site.view(request), {
    about,
    intro: ownText(site, request, 'counter-notice-intro', values),
    agreement: ownText(site, request, 'counter-notice-statement', values),
    typed: { words: '', name: '', address: '', agreed: false },
    ...shown,
  })
}

/** A text about answers, as written by the operator; the default text is in the reader's language. */
function ownText(
  site: Site,
  request: FastifyRequest,
  name: string,
  values: Readonly<Record<string, string>>,
): string {
  const { language } = site.view(request)
  return site.texts.text(name, values, (text) => translateSentence(text, language))
}
