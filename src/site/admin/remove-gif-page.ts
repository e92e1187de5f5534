import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { gifSummary, gifStill } from './admin-gif.ts'
import { adminPage } from './admin-page.ts'
import type { DecisionText } from '../../catalogue/notices/text-blocks.ts'
import { emptyDecision, reasonFields } from './decision-form.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The lists a GIF may be removed from. */
export type RemovedFrom = 'notices' | 'hidden'

/** The confirmation page for removing a GIF. */
export function removeGifPage(
  view: SiteView,
  gif: Gif,
  { from, offered }: { from: RemovedFrom; offered: readonly DecisionText[] },
): Html {
  const texts = view.messages.admin.removeGif
  return adminPage(view, {
    tab: from,
    title: texts.title,
    main: html`<div class="record record--still">
      ${gifStill(view, gif)}
      <div class="stack">
        ${gifSummary(view, gif)}
        <p>${texts.explanation}</p>
        <form class="form" method="post" action="${view.links.path(`/admin/gifs/${gif.code}/remove`)}">
          <input type="hidden" name="from" value="${from}" />
          ${reasonFields(view, offered, emptyDecision)}
          <div class="actions">
            <button class="button button--danger" type="submit">${texts.confirm}</button>
            <a class="button" href="${view.links.path(`/admin/${from}`)}">${texts.cancel}</a>
          </div>
        </form>
      </div>
    </div>`,
  })
}
