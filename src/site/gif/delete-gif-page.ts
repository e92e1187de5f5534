import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { deleteForm } from './gif-actions.ts'
import { gifThumbnail } from './gif-thumbnail.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Asks for confirmation before a GIF is deleted. */
export function deleteGifPage(view: SiteView, gif: Gif): Html {
  const texts = view.messages.gif.delete
  return layout(view, {
    feature: 'gif',
    title: texts.title,
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>${texts.heading}</h1>
      <div class="panel">
        ${gifThumbnail(view, gif)}
        ${deleteForm(view, gif, html`<a class="button" href="${view.links.path(`/${gif.code}`)}">${texts.cancel}</a>`)}
      </div>
    </div>`,
  })
}
