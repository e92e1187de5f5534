import { isNsfw } from '../../catalogue/gif.ts'
import { maxReasonLength } from '../../catalogue/publishing/review.ts'
import type { WaitingGif } from '../../catalogue/publishing/visitor-gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { errorSummary, textField } from '../kit/forms/fields.ts'
import { isCovered } from '../kit/gifs/stills.ts'
import { gifVideo } from '../kit/gifs/gif-player.ts'
import { type Listing, listPages } from '../kit/page/list-pages.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { timeAgo } from '../kit/page/time-ago.ts'
import { gifSummary } from './admin-gif.ts'
import { adminPage } from './admin-page.ts'

export type ReviewData = {
  nowMs: number
  total: number
  waiting: readonly WaitingGif[]
  listing: Listing
  done: string
  /** The selection of a rejected form, and the reason typed into it. */
  selected?: ReadonlySet<string>
  reason?: string
  error?: AppError
}

/** The visitors' GIFs waiting for review, oldest first, in one form. */
export function reviewPage(view: SiteView, data: ReviewData): Html {
  const { total, waiting, listing, done, error } = data
  const texts = view.messages.publishing.review
  return adminPage(view, {
    tab: 'review',
    title: view.messages.admin.tabs.review,
    aside: texts.count(total),
    done,
    main: html`${errorSummary(error)}
    ${view.publishing !== 'review' && html`<p class="note">${texts.off}</p>`}
    ${waiting.length === 0 ? html`<p class="nothing">${texts.none}</p>` : reviewForm(view, data)}
    ${listPages(view, listing)}`,
  })
}

/** The value of a GIF's button or checkbox: its code and the state in which the operator saw it. */
export function seenValue({ gif, since }: WaitingGif): string {
  return `${gif.code}:${since}`
}

function reviewForm(view: SiteView, data: ReviewData): Html {
  const texts = view.messages.publishing.review
  const { bulk } = view.messages.kit
  // Enter presses the first button of a form, which changes nothing if nothing is selected.
  return html`<form
    class="stack"
    method="post"
    action="${view.links.path('/admin/review')}"
    data-selection
    data-review
  >
    <input type="hidden" name="page" value="${data.listing.page}" />
    <div class="bulk" role="group" aria-label="${bulk.actions}">
      <button class="button" type="button" data-select-all hidden>${bulk.selectAll}</button>
      <span class="bulk__count" data-selected>${bulk.selected}</span>
      <button class="button" type="submit" name="action" value="decline">${texts.declineSelected}</button>
      <button class="button button--strong" type="submit" name="action" value="approve">
        ${texts.approveSelected}
      </button>
    </div>
    ${textField({
      label: texts.reason,
      name: 'reason',
      value: data.reason ?? '',
      maxLength: maxReasonLength,
      hint: texts.reasonHint,
      autocomplete: 'off',
      error: data.error ?? null,
    })}
    <p class="soft review-keys" data-review-keys hidden>${texts.keys}</p>
    <ul class="records">
      ${data.waiting.map((waiting, index) => waitingRecord(view, waiting, data, index === 0 && data.done !== ''))}
    </ul>
  </form>`
}

function waitingRecord(view: SiteView, waiting: WaitingGif, data: ReviewData, hasFocus: boolean): Html {
  const texts = view.messages.publishing.review
  const { gif, since } = waiting
  const value = seenValue(waiting)
  return html`<li class="record record--still" data-review-record>
    <div class="review__gif${isNsfw(gif) && ' review__gif--nsfw'}">
      ${gifVideo(view, gif, { waits: isCovered(gif) })}
    </div>
    <div class="stack">
      ${gifSummary(view, gif)} ${gif.alt !== null && html`<p dir="auto">${gif.alt}</p>`}
      ${gif.tags.length > 0 && html`<p class="soft" dir="auto">${gif.tags.map((tag) => `#${tag}`).join(' ')}</p>`}
      <p class="soft">${texts.asked(timeAgo(view, since, data.nowMs))}</p>
      <div class="actions">
        <label class="review__select"
          ><input
            type="checkbox"
            name="gifs[]"
            value="${value}"
            ${data.selected?.has(value) === true && html` checked`}
            ${hasFocus && html` autofocus`}
          />
          <span class="visually-hidden">${texts.select(gif.title)}</span></label
        >
        <button
          class="button"
          type="submit"
          name="approve"
          value="${value}"
          aria-label="${texts.approveAbout(gif.title)}"
        >
          ${texts.approve}
        </button>
        <button
          class="button"
          type="submit"
          name="decline"
          value="${value}"
          aria-label="${texts.declineAbout(gif.title)}"
        >
          ${texts.decline}
        </button>
      </div>
    </div>
  </li>`
}
