import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { gifNamed, gifStill } from './admin-gif.ts'
import { adminPage } from './admin-page.ts'
import { postButton } from '../kit/forms/post-button.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The lists a GIF may be removed from. */
export type RemovedFrom = 'reports' | 'hidden'

/** Asks whether a GIF is really to be removed. */
export function removeGifPage(view: SiteView, gif: Gif, from: RemovedFrom): Html {
  return adminPage(view, {
    tab: from,
    title: 'Remove this GIF?',
    main: html`<div class="record record--still">
      ${gifStill(view, gif)}
      <div class="stack">
        ${gifNamed(view, gif)}
        <p>
          It goes for good, with its files. Links to it lead nowhere from then on. Hiding can be taken back;
          this cannot.
        </p>
        <div class="actions">
          ${postButton(view, {
            path: `/admin/gifs/${gif.code}/remove`,
            words: 'Remove for good',
            look: 'danger',
            values: { from },
          })}
          <a class="button" href="${view.links.path(`/admin/${from}`)}">Keep it</a>
        </div>
      </div>
    </div>`,
  })
}
