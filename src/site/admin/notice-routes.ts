import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { gifToManage } from '../../catalogue/change-gif.ts'
import { ratings } from '../../catalogue/gif.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { caseToDecide } from '../../catalogue/notices/decide-case.ts'
import { exportLines } from '../../catalogue/notices/export-records.ts'
import { listCases } from '../../catalogue/notices/list-cases.ts'
import { type DecisionAction, decisionActions, isNoticeReason } from '../../catalogue/notices/notice.ts'
import { decideWithText } from '../kit/notices/decide-with-text.ts'
import { decisionTexts, statementText } from '../kit/notices/notice-texts.ts'
import { listingOf } from '../kit/page/list-pages.ts'
import { typedText } from '../kit/requests/post-form.ts'
import { readPage, readPathText, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { english } from '../messages/en/messages.ts'
import type { Site } from '../site.ts'
import { adminChange, backValues } from './admin-change.ts'
import { type Flash, redirectWith } from './admin-page.ts'
import { casePage } from './case-page.ts'
import { emptyDecision, type TypedDecision } from './decision-form.ts'
import { caseStatuses, noticesPage } from './notices-page.ts'
import { type RemovedFrom, removeGifPage } from './remove-gif-page.ts'

const path = '/admin/notices'
const pageSize = 10
const hidden = { schema: { hide: true } }

const text = Type.Optional(Type.String({ default: '' }))

const decisionValues = Type.Object({
  ...backValues.properties,
  action: Type.String({ maxLength: 20 }),
  rating: Type.Optional(Type.String({ maxLength: 20 })),
  text,
  words: statementText,
})

/** The notice on the next page for each action. */
const flashOf: Record<DecisionAction, Flash> = {
  dismiss: 'kept',
  rate: 'rated',
  hide: 'hidden',
  remove: 'removed',
  restore: 'shown',
  uphold: 'upheld',
}

/** GET /admin/notices: the open cases, the page of each case, and the record of all. */
export function adminNoticeRoutes(scope: FastifyInstance, site: Site): void {
  scope.get(path, hidden, async (request, reply) => {
    const found = await findCase(site, request)
    if (found !== undefined) return reply.redirect(site.view(request).links.path(`${path}/${found}`), 303)
    return sendPage(request, reply, await renderNotices(site, request, request.query))
  })

  scope.get(`${path}/export`, { ...hidden, exposeHeadRoute: false }, (request, reply) => {
    const format = readText(request.query, 'format') === 'csv' ? 'csv' : 'jsonl'
    const lines = exportLines(site.notices.records(), {
      format,
      withContacts: readText(request.query, 'contacts') === '1',
    })
    return reply
      .headers({
        'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
        'content-disposition': `attachment; filename="notices.${format}"`,
      })
      .send(Readable.from(lines))
  })

  scope.get(`${path}/:code`, hidden, async (request, reply) => {
    const done = readText(request.query, 'done')
    const action = readText(request.query, 'action')
    return sendPage(
      request,
      reply,
      await renderCase(site, request, { done, typed: { ...emptyDecision, action } }),
    )
  })

  adminChange(scope, site, `${path}/:code/decide`, {
    values: decisionValues,
    action: 'decide about gif',
    async handle({ back, action, rating, text: chosen = '', words = '' }, request) {
      const code = readPathText(request, 'code')
      const taken = readAction(action)
      const given = ratings.find((value) => value === rating)
      const { resolved } = await decideWithText(site, code, request.viewer, {
        action: taken,
        ...(given !== undefined && { rating: given }),
        chosen,
        words,
      })
      const to =
        back === undefined
          ? redirectWith(flashOf[taken], `${path}/${code}`)
          : redirectWith(flashOf[taken], path, back)
      return { about: { gif: code, decision: taken, resolved }, to }
    },
    rerender: (typed, error, request) =>
      renderCase(site, request, {
        error,
        typed: {
          action: typedText(typed, 'action'),
          rating: typedText(typed, 'rating') || 'r',
          text: typedText(typed, 'text'),
          words: typedText(typed, 'words'),
        },
      }),
  })
  removalRoutes(scope, site)
}

function removalRoutes(scope: FastifyInstance, site: Site): void {
  const removal = '/admin/gifs/:code/remove'
  scope.get(removal, hidden, async (request, reply) => {
    const gif = await gifToManage(site.catalogue, readPathText(request, 'code'), request.viewer)
    const from = readOrigin(readText(request.query, 'from'))
    const offered = decisionTexts(site.texts, site.settings.name, gif)
    return sendPage(request, reply, removeGifPage(site.view(request), gif, { from, offered }))
  })

  adminChange(scope, site, removal, {
    values: Type.Object({ from: Type.Optional(Type.String({ maxLength: 20 })), text, words: statementText }),
    action: 'remove gif',
    async handle({ from = '', text: chosen = '', words = '' }, request) {
      const code = readPathText(request, 'code')
      await decideWithText(site, code, request.viewer, { action: 'remove', chosen, words })
      return { about: { gif: code }, to: redirectWith('removed', `/admin/${readOrigin(from)}`) }
    },
  })
}

function readAction(text: string): DecisionAction {
  const action = decisionActions.find((known) => known === text)
  if (action === undefined) {
    throw new AppError('invalid_value', english.admin.notices.chooseAction, { field: 'action' })
  }
  return action
}

function readOrigin(from: string): RemovedFrom {
  return from === 'hidden' ? 'hidden' : 'notices'
}

/** Finds the code of a case by the number of a notice, a code, or the address of a GIF. */
async function findCase({ notices, view }: Site, request: FastifyRequest): Promise<string | undefined> {
  const typed = readText(request.query, 'q').trim().slice(0, 2000)
  if (typed === '') return undefined
  const byNumber = await notices.byReference(typed.toUpperCase())
  if (byNumber !== undefined) return byNumber
  const code = view(request).links.codeOf(typed) ?? typed
  return /^[0-9A-Za-z]{1,64}$/.test(code) ? code : undefined
}

async function renderNotices(site: Site, request: FastifyRequest, query: unknown): Promise<Html> {
  const page = readPage(query)
  const reason = readText(query, 'reason')
  const status = caseStatuses.find((known) => known === readText(query, 'status')) ?? 'open'
  const filter = { status, reason: isNoticeReason(reason) ? reason : null }
  const { total, cases } = await listCases(
    site.notices,
    filter,
    { start: (page - 1) * pageSize, limit: pageSize },
    request.viewer,
  )
  const chosen = { status: status === 'open' ? '' : status, reason: filter.reason ?? '' }
  return noticesPage(site.view(request), {
    nowMs: site.clock.now(),
    total,
    cases,
    filter,
    listing: listingOf(path, chosen, page, total, pageSize),
    done: readText(query, 'done'),
  })
}

async function renderCase(
  site: Site,
  request: FastifyRequest,
  { typed, ...rest }: { typed: TypedDecision; done?: string; error?: AppError },
): Promise<Html> {
  const about = await caseToDecide(site, readPathText(request, 'code'), request.viewer)
  return casePage(site.view(request), {
    nowMs: site.clock.now(),
    about,
    offered: decisionTexts(site.texts, site.settings.name, about),
    typed,
    ...rest,
  })
}
