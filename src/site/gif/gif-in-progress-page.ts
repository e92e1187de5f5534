import { type Html, html } from '../../lib/html.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export const refreshSeconds = 3

/** The page at the address of a GIF until the GIF is made. It reveals nothing about the GIF, which may be private. */
export function gifInProgressPage(view: SiteView): Html {
  const texts = view.messages.gif.underWay
  return layout(view, {
    feature: 'gif',
    title: texts.title,
    indexed: false,
    head: html`<meta http-equiv="refresh" content="${refreshSeconds}" />`,
    main: html`<div class="page--narrow stack">
      <h1>${texts.title}</h1>
      <p>${texts.hint}</p>
    </div>`,
  })
}
