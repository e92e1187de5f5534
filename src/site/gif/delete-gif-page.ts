import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { deleteForm } from './gif-actions.ts'
import { gifBrief } from './gif-brief.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Asks once before a GIF goes for good. */
export function deleteGifPage(view: SiteView, gif: Gif): Html {
  return layout(view, {
    title: 'Delete this GIF?',
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>Delete this GIF for good?</h1>
      <div class="panel">
        ${gifBrief(view, gif)}
        ${deleteForm(view, gif, html`<a class="button" href="${view.links.path(`/${gif.code}`)}">Keep it</a>`)}
      </div>
    </div>`,
  })
}
