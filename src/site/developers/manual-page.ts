import { type Html, html, type HtmlValue } from '../../lib/html.ts'
import { layout } from '../kit/page/layout.ts'
import { inEnglish, type SiteView } from '../kit/page/site-view.ts'

export type ManualSection = { id: string; title: string; body: HtmlValue }

type Manual = {
  title: string
  description: string
  heading: string
  intro: HtmlValue
  /** Links to related pages, as buttons. */
  actions: { path: string; text: string }[]
  sections: readonly ManualSection[]
  head?: Html
}

/** An English page for developers: sections with a list of contents. */
export function manualPage(pageView: SiteView, { heading, intro, actions, sections, ...page }: Manual): Html {
  const { links, messages } = inEnglish(pageView)
  return layout(pageView, {
    isEnglish: true,
    feature: 'developers',
    ...page,
    main: html`<div class="manual">
      <header class="manual__head">
        <h1>${heading}</h1>
        <p>${intro}</p>
        <div class="actions">
          ${actions.map(({ path, text }) => html`<a class="button" href="${links.path(path)}">${text}</a>`)}
        </div>
      </header>
      <nav class="manual__contents" aria-label="${messages.developers.guide.contents}">
        <ul>
          ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
        </ul>
      </nav>
      <div class="manual__body">
        ${sections.map(
          ({ id, title, body }) =>
            html`<section id="${id}" aria-labelledby="${id}-title">
              <h2 id="${id}-title">${title}</h2>
              ${body}
            </section>`,
        )}
      </div>
    </div>`,
  })
}
