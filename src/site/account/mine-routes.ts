import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeMany, ownGifs, removeMany } from '../../catalogue/change-many.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { english } from '../messages/en/messages.ts'
import { deleteManyPage, type MineData, minePage } from './mine-page.ts'
import { bulkChangeValues, nothingSelected, readBulkChange } from '../kit/forms/bulk-change.ts'
import { postForm, type Typed, typedText } from '../kit/requests/post-form.ts'
import { readNumber, readPage, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { signedInAccount } from '../kit/requests/viewer.ts'
import { listingOf } from '../kit/page/list-pages.ts'

const pageSize = 24

const page = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }))
const codes = Type.Optional(
  Type.Array(Type.String({ pattern: '^[0-9A-Za-z]{1,64}$' }), {
    maxItems: pageSize,
    default: [],
    'x-must-be': english.account.mine.selectionRule(pageSize),
  }),
)
const actions = Type.Union([
  Type.Literal('private'),
  Type.Literal('public'),
  Type.Literal('change'),
  Type.Literal('delete'),
])

/** GET /mine, and bulk changes to the viewer's GIFs. */
export function mineRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site
  const rerender = (typed: Typed, error: AppError, request: FastifyRequest) =>
    renderPage(site, request, readPageOf(typed), {
      error,
      selected: new Set(listOf(typed['codes[]'] ?? typed.codes)),
      typed,
    })

  scope.get('/mine', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const state = { error: null, selected: new Set<string>(), typed: null }
    return sendPage(request, reply, await renderPage(site, request, readPage(request.query), state))
  })

  postForm(scope, '/mine', {
    values: Type.Object({ action: actions, 'codes[]': codes, page, ...bulkChangeValues }),
    async handle({ action, 'codes[]': codes = [], page = 1, ...values }, request, reply) {
      signedInAccount(request)
      if (action === 'delete') {
        const gifs = await ownGifs(catalogue, codes, request.viewer)
        if (gifs.length === 0) throw nothingSelected()
        reply.header('cache-control', 'private, no-store')
        return sendPage(request, reply, deleteManyPage(view(request), gifs, page))
      }
      const change = action === 'change' ? readBulkChange(values) : { visibility: action }
      const count = await changeMany(catalogue, codes, request.viewer, change)
      if (count === 0) throw nothingSelected()
      return reply.redirect(doneAt(site, request, { page, action, count }), 303)
    },
    rerender,
  })

  postForm(scope, '/mine/delete', {
    values: Type.Object({ 'codes[]': codes, page }),
    async handle({ 'codes[]': codes = [], page = 1 }, request, reply) {
      signedInAccount(request)
      const count = await removeMany(site, codes, request.viewer)
      if (count === 0) throw nothingSelected()
      return reply.redirect(doneAt(site, request, { page, action: 'delete', count }), 303)
    },
    rerender,
  })
}

async function renderPage(
  site: Site,
  request: FastifyRequest,
  page: number,
  state: Pick<MineData, 'error' | 'selected' | 'typed'>,
): Promise<Html> {
  const { id } = signedInAccount(request)
  const { total, gifs } = await site.catalogue.ofOwner(id, { start: (page - 1) * pageSize, limit: pageSize })
  const undescribed = await site.catalogue.undescribed(id, { start: 0, limit: 0 })
  const decided = await site.notices.ofOwner(id, { start: 0, limit: 0 })
  return minePage(site.view(request), {
    ...state,
    total,
    undescribed: undescribed.total,
    gifs,
    decided: decided.total,
    listing: listingOf('/mine', {}, page, total, pageSize),
    done: { action: readText(request.query, 'done'), count: doneCount(request.query) },
    categories: await site.catalogue.listCategories(),
  })
}

function doneAt(
  { view }: Site,
  request: FastifyRequest,
  { page, action, count }: { page: number; action: string; count: number },
): string {
  const query = new URLSearchParams({ done: action, count: String(count) })
  if (page > 1) query.set('page', String(page))
  return view(request).links.path(`/mine?${query.toString()}`)
}

/** The count in the notice; 0 if the address claims more than one request can change. */
function doneCount(query: unknown): number {
  const count = readNumber(query, 'count', 0)
  return count > pageSize ? 0 : count
}

function readPageOf(typed: Typed): number {
  return readPage({ page: typedText(typed, 'page') })
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')
}
