import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeGif, checkVisibility } from '../../catalogue/change-gif.ts'
import type { Gif } from '../../catalogue/gif.ts'
import { removeGif } from '../../catalogue/remove-gif.ts'
import { isOwner } from '../../catalogue/show-gif.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { english } from '../messages/messages.ts'
import { deleteManyPage, minePage } from './mine-page.ts'
import { postForm, type Typed, typedText } from '../kit/requests/post-form.ts'
import { readNumber, readPage, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { signedInAccount } from '../kit/requests/signed-in-account.ts'
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
const actions = Type.Union([Type.Literal('private'), Type.Literal('public'), Type.Literal('delete')])

/** GET /mine, and changing several own GIFs at once. */
export function mineRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site
  const rerender = (typed: Typed, error: AppError, request: FastifyRequest) =>
    renderPage(site, request, readPageOf(typed), error, new Set(listOf(typed['codes[]'] ?? typed.codes)))

  scope.get('/mine', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, await renderPage(site, request, readPage(request.query), null, new Set()))
  })

  postForm(scope, '/mine', {
    values: Type.Object({ action: actions, 'codes[]': codes, page }),
    async handle({ action, 'codes[]': codes = [], page = 1 }, request, reply) {
      const gifs = await ownOf(site, request, codes)
      if (action === 'delete') {
        reply.header('cache-control', 'private, no-store')
        return sendPage(request, reply, deleteManyPage(view(request), gifs, page))
      }
      const change = { visibility: action }
      for (const gif of gifs) checkVisibility(gif, change)
      const count = await each(gifs, ({ code }) => changeGif(catalogue, code, request.viewer, change))
      return reply.redirect(doneAt(site, request, { page, action, count }), 303)
    },
    rerender,
  })

  postForm(scope, '/mine/delete', {
    values: Type.Object({ 'codes[]': codes, page }),
    async handle({ 'codes[]': codes = [], page = 1 }, request, reply) {
      const gifs = await ownOf(site, request, codes)
      const count = await each(gifs, ({ code }) => removeGif(site, code, request.viewer))
      return reply.redirect(doneAt(site, request, { page, action: 'delete', count }), 303)
    },
    rerender,
  })
}

async function renderPage(
  site: Site,
  request: FastifyRequest,
  page: number,
  error: AppError | null,
  selected: ReadonlySet<string>,
): Promise<Html> {
  const { id } = signedInAccount(request)
  const { total, gifs } = await site.catalogue.ofOwner(id, { start: (page - 1) * pageSize, limit: pageSize })
  return minePage(site.view(request), {
    total,
    gifs,
    listing: listingOf('/mine', {}, page, total, pageSize),
    done: { action: readText(request.query, 'done'), count: doneCount(request.query) },
    error,
    selected,
  })
}

/** The viewer's own GIFs among the codes. Throws AppError invalid_value when there are none. */
async function ownOf({ catalogue }: Site, request: FastifyRequest, codes: string[]): Promise<Gif[]> {
  signedInAccount(request)
  const gifs: Gif[] = []
  for (const code of new Set(codes)) {
    const gif = await catalogue.gifByCode(code)
    // Operators, too, change only their own GIFs here.
    if (gif !== undefined && isOwner(gif, request.viewer)) gifs.push(gif)
  }
  if (gifs.length === 0) throw new AppError('invalid_value', english.account.mine.selectFirst)
  return gifs
}

/** Applies an action to each GIF; returns to how many, as some may have been deleted meanwhile. */
async function each(gifs: readonly Gif[], act: (gif: Gif) => Promise<unknown>): Promise<number> {
  let count = 0
  for (const gif of gifs) {
    try {
      await act(gif)
      count += 1
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
    }
  }
  return count
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

/** The count of the notice; 0 when the address claims more than one request can change. */
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
