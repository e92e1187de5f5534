import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { deleteForm } from './gif-actions.ts'
import { gifThumbnail } from '../kit/gifs/stills.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The confirmation page for deleting a GIF; with `key`, for a person with its delete key. */
export function deleteGifPage(view: SiteView, gif: Gif, key?: string): Html {
  const texts = view.messages.gif.delete
  return layout(view, {
    feature: 'gif',
    title: texts.title,
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>${texts.heading}</h1>
      <div class="panel">
        ${gifThumbnail(view, gif)}
        ${deleteForm(view, gif, html`<a class="button" href="${view.links.path(`/${gif.code}`)}">${texts.cancel}</a>`, key)}
      </div>
    </div>`,
  })
}

/** The page shown after a GIF was deleted by its key. Its script removes the key from the browser. */
export function gifDeletedPage(view: SiteView, code: string): Html {
  const texts = view.messages.gif.delete
  return layout(view, {
    feature: 'gif',
    title: texts.done,
    indexed: false,
    main: html`<div class="page--narrow stack" data-deleted-gif="${code}">
      <h1>${texts.done}</h1>
      <p>${texts.doneExplanation}</p>
      <div class="actions">
        <a class="button" href="${view.links.path('/create')}">${texts.makeAnother}</a>
      </div>
    </div>`,
  })
}
