import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeGif } from '../../catalogue/change-gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { describeList } from '../kit/forms/describe-list.ts'
import { listingOf } from '../kit/page/list-pages.ts'
import { readPage, readPathText, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { adminChange, backValues } from './admin-change.ts'
import { alt } from '../../creation/values/creation-values.ts'
import { adminPage, redirectWith } from './admin-page.ts'

const path = '/admin/descriptions'
const pageSize = 20

/** GET /admin/descriptions: the listed GIFs without a description, and the forms to describe them. */
export function adminDescribeRoutes(scope: FastifyInstance, site: Site): void {
  scope.get(path, { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, await renderPage(site, request, request.query, null)),
  )

  adminChange(scope, site, `${path}/:code`, {
    values: Type.Object({ alt, ...backValues.properties }),
    action: 'describe gif',
    async handle({ alt, back }, request) {
      const code = readPathText(request, 'code')
      await changeGif(site.catalogue, code, request.viewer, { alt })
      return { about: { gif: code }, to: redirectWith('described', path, back) }
    },
    rerender: (typed, error, request) =>
      renderPage(site, request, Object.fromEntries(new URLSearchParams(String(typed.back))), error),
  })
}

async function renderPage(
  { catalogue, view: viewOf }: Site,
  request: FastifyRequest,
  query: unknown,
  error: AppError | null,
): Promise<Html> {
  const page = readPage(query)
  const { total, gifs } = await catalogue.undescribed(null, { start: (page - 1) * pageSize, limit: pageSize })
  const view = viewOf(request)
  const done = readText(query, 'done')
  return adminPage(view, {
    tab: 'descriptions',
    title: view.messages.kit.describe.title,
    aside: view.messages.kit.gifCount(total),
    done,
    main: describeList(view, {
      gifs,
      listing: listingOf(path, {}, page, total, pageSize),
      focusesNext: done === 'described',
      error,
    }),
  })
}
