import { type Html, html } from '../../lib/html.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/**
 * Sends the browser to the provider after a form post. A redirect does not work: the content security policy limits the
 * targets of forms, and browsers apply it to redirects too.
 */
export function providerPage(
  view: SiteView,
  { title, text, go, url }: { title: string; text: string; go: string; url: string },
): Html {
  return layout(view, {
    feature: 'account',
    title,
    indexed: false,
    head: html`<meta http-equiv="refresh" content="0; url=${url}" />`,
    main: html`<div class="empty">
      <h1>${title}</h1>
      <p>${text}</p>
      <a class="button button--strong" href="${url}">${go}</a>
    </div>`,
  })
}
