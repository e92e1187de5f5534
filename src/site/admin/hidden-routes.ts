import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { hideOrShow } from '../kit/notices/decide-with-text.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { hiddenPage } from './hidden-page.ts'
import { redirectWith } from './admin-page.ts'
import { typedText } from '../kit/requests/post-form.ts'
import { english } from '../messages/en/messages.ts'
import { readPage, readText, readPathText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { adminChange, backValues } from './admin-change.ts'
import { listingOf } from '../kit/page/list-pages.ts'

const path = '/admin/hidden'
const pageSize = 20

/** GET /admin/hidden, and the forms to hide a GIF by its address and to unhide one. */
export function hiddenRoutes(scope: FastifyInstance, site: Site): void {
  const { view } = site
  scope.get(path, { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, await renderHidden(site, request, request.query)),
  )

  adminChange(scope, site, path, {
    values: Type.Object({ gif: Type.String({ maxLength: 2000 }) }),
    action: 'hide gif',
    async handle({ gif: named }, request) {
      const code = view(request).links.codeOf(named.trim()) ?? named.trim()
      const { resolved } = await hideOrShow(site, code, request.viewer, true).catch(asFieldError)
      return { about: { gif: code, resolved }, to: redirectWith('hidden', path) }
    },
    rerender: (typed, error, request) =>
      renderHidden(site, request, {}, { typed: typedText(typed, 'gif'), error }),
  })

  adminChange(scope, site, `${path}/:code/show`, {
    values: backValues,
    action: 'show gif',
    async handle({ back }, request) {
      const code = readPathText(request, 'code')
      await hideOrShow(site, code, request.viewer, false)
      return { about: { gif: code }, to: redirectWith('shown', path, back) }
    },
    rerender: (_typed, error, request) => renderHidden(site, request, {}, { error }),
  })
}

function asFieldError(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  throw new AppError('invalid_value', english.admin.hidden.notFound, { field: 'gif' })
}

async function renderHidden(
  { catalogue, view }: Site,
  request: FastifyRequest,
  query: unknown,
  refused: { typed?: string; error?: AppError } = {},
): Promise<Html> {
  const page = readPage(query)
  const { total, gifs } = await catalogue.hidden({ start: (page - 1) * pageSize, limit: pageSize })
  return hiddenPage(view(request), {
    total,
    gifs,
    listing: listingOf(path, {}, page, total, pageSize),
    done: readText(query, 'done'),
    ...refused,
  })
}
