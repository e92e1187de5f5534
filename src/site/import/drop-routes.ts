import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Viewer } from '../../accounts/account.ts'
import { changeDrop, removeFromDrop, someFiles } from '../../library/import/drops/change-drop.ts'
import { remakeKept } from '../../creation/remake-kept.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { bulkChangeValues, nothingSelected, readBulkChange } from '../kit/forms/bulk-change.ts'
import { listingOf } from '../kit/page/list-pages.ts'
import { postForm, type Typed, typedText } from '../kit/requests/post-form.ts'
import { readNumber, readPage, readPathText, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { signedInAccount } from '../kit/requests/viewer.ts'
import { noPage } from '../kit/requests/site-errors.ts'
import type { Site } from '../site.ts'
import { deleteFilesPage, dropPage, type DropPageData } from './drop-page.ts'

/** The number of files on a page; more can be changed at once with "all". */
const pageSize = 100

const selection = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
  all: Type.Optional(Type.Boolean({ default: false })),
  'ids[]': Type.Optional(
    Type.Array(Type.String({ pattern: '^[1-9][0-9]{0,14}$' }), {
      maxItems: pageSize,
      default: [],
      'x-must-be': `at most ${pageSize} files`,
    }),
  ),
}
type Selection = { all?: boolean; 'ids[]'?: string[] }

const actions = Type.Union([Type.Literal('change'), Type.Literal('delete'), Type.Literal('remake')])

/** The page of a drop and its bulk actions. For everyone but its owner it does not exist. */
export function dropRoutes(scope: FastifyInstance, site: Site): void {
  const { view } = site
  const rerender = (typed: Typed, error: AppError, request: FastifyRequest) =>
    renderPage(site, request, readPage({ page: typedText(typed, 'page') }), {
      error,
      typed,
      selected: new Set([typed['ids[]'] ?? typed.ids ?? []].flat().map(String)),
    })

  scope.get('/import/:batch', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const state = { error: null, typed: null, selected: new Set<string>() }
    return sendPage(request, reply, await renderPage(site, request, readPage(request.query), state))
  })

  postForm(scope, '/import/:batch', {
    values: Type.Object({ action: actions, ...selection, ...bulkChangeValues }),
    async handle({ action, page = 1, ...values }, request, reply) {
      const drop = dropOf(request)
      if (action === 'remake') {
        const count = await remakeRefused(site, drop, request.viewer)
        return reply.redirect(addressOf(site, request, page, { done: action, count: String(count) }), 303)
      }
      const ids = idsOf(values)
      if (action === 'delete') {
        const count = await countOf(site, drop, ids)
        reply.header('cache-control', 'private, no-store')
        return sendPage(
          request,
          reply,
          deleteFilesPage(view(request), { batch: drop.batch, ids, count, page }),
        )
      }
      const { changed, unchanged } = await changeDrop(site, drop, ids, request.viewer, readBulkChange(values))
      const done = { done: action, count: String(changed), unchanged: String(unchanged) }
      return reply.redirect(addressOf(site, request, page, done), 303)
    },
    rerender,
  })

  postForm(scope, '/import/:batch/delete', {
    values: Type.Object(selection),
    async handle({ page = 1, ...values }, request, reply) {
      const count = await removeFromDrop(site, dropOf(request), idsOf(values), request.viewer)
      return reply.redirect(addressOf(site, request, page, { done: 'delete', count: String(count) }), 303)
    },
    rerender,
  })
}

async function renderPage(
  site: Site,
  request: FastifyRequest,
  page: number,
  state: Pick<DropPageData, 'error' | 'typed' | 'selected'>,
): Promise<Html> {
  const drop = dropOf(request)
  const { total, counts, moreRefused, files } = await site.drops.page(drop, {
    start: (page - 1) * pageSize,
    limit: pageSize,
  })
  const { query } = request
  // After everything is deleted, the page is shown once more with a notice.
  if (total === 0 && readText(query, 'done') === '') throw noPage()
  const gifIds = files.flatMap(({ state, gifId }) =>
    state === 'done' || state === 'exists' ? (gifId ?? []) : [],
  )
  const gifs = new Map(
    (await site.catalogue.listedByIds(gifIds, drop.ownerId)).map((gif) => [gif.id, gif] as const),
  )
  const rows = files.map((file) => ({ file, gif: gifs.get(file.gifId ?? 0) ?? null }))
  return dropPage(site.view(request), {
    ...state,
    batch: drop.batch,
    total,
    counts,
    moreRefused,
    rows,
    categories: await site.catalogue.listCategories(),
    listing: listingOf(`/import/${drop.batch}`, {}, page, total, pageSize),
    done: {
      action: readText(query, 'done'),
      count: readNumber(query, 'count', 0),
      unchanged: readNumber(query, 'unchanged', 0),
    },
  })
}

function dropOf(request: FastifyRequest) {
  return { batch: readPathText(request, 'batch'), ownerId: signedInAccount(request).id }
}

/** The selected ids; null for all. Throws AppError invalid_value if nothing is selected. */
function idsOf({ all = false, 'ids[]': ids = [] }: Selection): number[] | null {
  if (all) return null
  if (ids.length === 0) throw nothingSelected()
  return ids.map(Number)
}

/** Requests GIFs from the files of a drop that could not be kept unchanged. Returns their number. */
async function remakeRefused(site: Site, drop: ReturnType<typeof dropOf>, viewer: Viewer): Promise<number> {
  let count = 0
  for await (const files of someFiles(site.drops, drop, null)) {
    for (const { error, taskId } of files) {
      if (error?.code !== 'keep_refused') continue
      count++
      if (taskId !== null) await remakeKept(site, taskId, viewer)
    }
  }
  return count
}

/** Returns the number of selected files. */
async function countOf(
  { drops }: Site,
  drop: ReturnType<typeof dropOf>,
  ids: number[] | null,
): Promise<number> {
  let count = 0
  for await (const files of someFiles(drops, drop, ids)) count += files.length
  if (count === 0) throw nothingSelected()
  return count
}

function addressOf(
  { view }: Site,
  request: FastifyRequest,
  page: number,
  done: Record<string, string>,
): string {
  const query = new URLSearchParams(done)
  if (page > 1) query.set('page', String(page))
  return view(request).links.path(`/import/${readPathText(request, 'batch')}?${query.toString()}`)
}
