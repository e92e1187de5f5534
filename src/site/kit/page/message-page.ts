import { type Html, html } from '../../../lib/html.ts'
import { layout } from './layout.ts'
import type { SiteView } from './site-view.ts'

/** A page with a title and one message, for errors. */
export function messagePage(view: SiteView, title: string, message: string): Html {
  return layout(view, {
    title,
    indexed: false,
    main: html`<div class="empty">
      <h1>${title}</h1>
      <p>${message}</p>
      <a class="button" href="${view.links.path('/')}">${view.messages.kit.newestGifs}</a>
    </div>`,
  })
}
