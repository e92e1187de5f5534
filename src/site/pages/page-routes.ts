import type { FastifyInstance } from 'fastify'
import { AppError } from '../../lib/app-error.ts'
import { html } from '../../lib/html.ts'
import { layout } from '../kit/page/layout.ts'
import { operatorPages } from '../kit/page/site-view.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { renderMarkdown, type RenderedPage } from './markdown.ts'

/** GET /about, /terms and /privacy: the pages that the operator may provide. */
export function pageRoutes(scope: FastifyInstance, site: Site): void {
  const rendered = new Map<string, { text: string; page: RenderedPage }>()

  const render = (name: string, text: string): RenderedPage => {
    const known = rendered.get(name)
    if (known?.text === text) return known.page
    const page = renderMarkdown(text)
    rendered.set(name, { text, page })
    return page
  }

  for (const name of operatorPages) {
    scope.get(`/${name}`, { schema: { hide: true } }, async (request, reply) => {
      const view = site.view(request)
      const texts = view.messages.kit.operatorPages
      const text = site.pages.read(name)
      if (text === null) {
        const isOperator = request.viewer.account?.admin === true
        throw new AppError('not_found', isOperator ? texts.howTo(name) : texts.missing(texts.names[name]))
      }
      const { title, body } = render(name, text)
      const heading = title ?? texts.names[name]
      const main = html`<article class="prose" dir="auto">
        <h1>${heading}</h1>
        ${body}
      </article>`
      return sendPage(request, reply, layout(view, { title: heading, main }))
    })
  }
}
