import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeGif } from '../../catalogue/change-gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { notice } from '../kit/forms/fields.ts'
import { describeList } from '../kit/forms/describe-list.ts'
import { layout } from '../kit/page/layout.ts'
import { listingOf } from '../kit/page/list-pages.ts'
import { postForm, typedText } from '../kit/requests/post-form.ts'
import { readPage, readPathText, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { signedInAccount } from '../kit/requests/viewer.ts'
import { alt } from '../../creation/values/creation-values.ts'
import type { Site } from '../site.ts'

const path = '/mine/descriptions'
const pageSize = 20

/** GET /mine/descriptions: the viewer's GIFs without a description, and the forms to describe them. */
export function describeRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site
  scope.get(path, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, await renderPage(site, request, request.query, null))
  })

  postForm(scope, `${path}/:code`, {
    values: Type.Object({ alt, back: Type.Optional(Type.String({ maxLength: 500 })) }),
    async handle({ alt, back = '' }, request, reply) {
      signedInAccount(request)
      await changeGif(catalogue, readPathText(request, 'code'), request.viewer, { alt })
      const query = new URLSearchParams(back)
      query.set('done', 'saved')
      return reply.redirect(view(request).links.path(`${path}?${query.toString()}`), 303)
    },
    rerender: (typed, error, request) =>
      renderPage(site, request, Object.fromEntries(new URLSearchParams(typedText(typed, 'back'))), error),
  })
}

async function renderPage(
  { catalogue, view: viewOf }: Site,
  request: FastifyRequest,
  query: unknown,
  error: AppError | null,
): Promise<Html> {
  const { id } = signedInAccount(request)
  const page = readPage(query)
  const { total, gifs } = await catalogue.undescribed(id, { start: (page - 1) * pageSize, limit: pageSize })
  const view = viewOf(request)
  const texts = view.messages.kit.describe
  const isSaved = readText(query, 'done') === 'saved'
  return layout(view, {
    feature: 'account',
    title: texts.title,
    indexed: false,
    main: html`<div class="heading">
        <h1>${texts.title}</h1>
        ${total > 0 && html`<p>${view.messages.kit.gifCount(total)}</p>`}
      </div>
      <div class="stack">
        ${isSaved && error === null && notice(texts.saved)}
        ${describeList(view, { gifs, listing: listingOf(path, {}, page, total, pageSize), focusesNext: isSaved, error })}
      </div>`,
  })
}
