import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Viewer } from '../../accounts/account.ts'
import { changeGif, gifToManage } from '../../catalogue/change-gif.ts'
import type { Gif } from '../../catalogue/gif.ts'
import { setHidden } from '../../catalogue/hide-gif.ts'
import { removeGif } from '../../catalogue/remove-gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { type RemovedFrom, removeGifPage } from './remove-gif-page.ts'
import { reportsPage } from './reports-page.ts'
import { type Flash, redirectWith } from './admin-page.ts'
import { readPage, readText, readPathText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { adminChange, backValues } from './admin-change.ts'
import { listingOf } from '../kit/page/list-pages.ts'

const path = '/admin/reports'
const pageSize = 10

/** What an operator can do about a report; each action resolves all reports of its GIF. */
const answers: {
  name: string
  action: string
  flash: Flash
  answer: (site: Site, code: string, viewer: Viewer) => Promise<{ resolved: number }>
}[] = [
  {
    name: 'keep',
    action: 'keep reported gif',
    flash: 'kept',
    answer: async (site, code, viewer) =>
      resolveReports(site, await gifToManage(site.catalogue, code, viewer)),
  },
  {
    name: 'nsfw',
    action: 'mark gif nsfw',
    flash: 'nsfw',
    answer: async (site, code, viewer) =>
      resolveReports(site, await changeGif(site.catalogue, code, viewer, { rating: 'r' })),
  },
  {
    name: 'hide',
    action: 'hide gif',
    flash: 'hidden',
    answer: (site, code, viewer) => setHidden(site, code, viewer, true),
  },
]

async function resolveReports({ reports }: Site, { id }: Gif): Promise<{ resolved: number }> {
  return { resolved: await reports.resolveReports(id) }
}

/** GET /admin/reports with what can be done about each, and the removal of a GIF. */
export function adminReportRoutes(scope: FastifyInstance, site: Site): void {
  scope.get(path, { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, await renderReports(site, request, request.query)),
  )

  for (const { name, action, flash, answer } of answers) {
    adminChange(scope, site, `${path}/:code/${name}`, {
      values: backValues,
      action,
      async handle({ back }, request) {
        const code = readPathText(request, 'code')
        const { resolved } = await answer(site, code, request.viewer)
        return { about: { gif: code, resolved }, to: redirectWith(flash, path, back) }
      },
      rerender: (typed, error, request) =>
        renderReports(site, request, Object.fromEntries(new URLSearchParams(String(typed.back))), error),
    })
  }
  removalRoutes(scope, site)
}

function removalRoutes(scope: FastifyInstance, site: Site): void {
  const removal = '/admin/gifs/:code/remove'
  scope.get(removal, { schema: { hide: true } }, async (request, reply) => {
    const gif = await gifToManage(site.catalogue, readPathText(request, 'code'), request.viewer)
    const from = readOrigin(readText(request.query, 'from'))
    return sendPage(request, reply, removeGifPage(site.view(request), gif, from))
  })

  adminChange(scope, site, removal, {
    values: Type.Object({ from: Type.Optional(Type.String({ maxLength: 20 })) }),
    action: 'remove gif',
    async handle({ from = '' }, request) {
      const code = readPathText(request, 'code')
      await removeGif(site, code, request.viewer)
      return { about: { gif: code }, to: redirectWith('removed', `/admin/${readOrigin(from)}`) }
    },
  })
}

function readOrigin(from: string): RemovedFrom {
  return from === 'hidden' ? 'hidden' : 'reports'
}

async function renderReports(
  site: Site,
  request: FastifyRequest,
  query: unknown,
  error?: AppError,
): Promise<Html> {
  const page = readPage(query)
  const { total, gifs } = await site.reports.open({ start: (page - 1) * pageSize, limit: pageSize })
  return reportsPage(site.view(request), {
    nowMs: site.clock.now(),
    total,
    gifs,
    listing: listingOf(path, {}, page, total, pageSize),
    done: readText(query, 'done'),
    ...(error !== undefined && { error }),
  })
}
