import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { gifSummary, gifStill } from './admin-gif.ts'
import { adminPage } from './admin-page.ts'
import { postButton } from '../kit/forms/post-button.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The lists a GIF may be removed from. */
export type RemovedFrom = 'reports' | 'hidden'

/** Asks for confirmation before a GIF is removed. */
export function removeGifPage(view: SiteView, gif: Gif, from: RemovedFrom): Html {
  const texts = view.messages.admin.removeGif
  return adminPage(view, {
    tab: from,
    title: texts.title,
    main: html`<div class="record record--still">
      ${gifStill(view, gif)}
      <div class="stack">
        ${gifSummary(view, gif)}
        <p>${texts.explanation}</p>
        <div class="actions">
          ${postButton(view, {
            path: `/admin/gifs/${gif.code}/remove`,
            label: texts.confirm,
            look: 'danger',
            values: { from },
          })}
          <a class="button" href="${view.links.path(`/admin/${from}`)}">${texts.cancel}</a>
        </div>
      </div>
    </div>`,
  })
}
