import { isNsfw } from '../../catalogue/gif.ts'
import type { ReportedGif, Report } from '../../catalogue/report.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { gifSummary, gifStill } from './admin-gif.ts'
import { adminPage } from './admin-page.ts'
import { type Listing, listPages, listingQuery } from '../kit/page/list-pages.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { timeAgo } from '../kit/page/time-ago.ts'
import { errorSummary } from '../kit/forms/fields.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type ReportsData = {
  nowMs: number
  total: number
  gifs: ReportedGif[]
  listing: Listing
  done?: string
  error?: AppError
}

/** Reported GIFs, the longest waiting first, with actions. */
export function reportsPage(view: SiteView, data: ReportsData): Html {
  const { total, gifs, listing } = data
  return adminPage(view, {
    tab: 'reports',
    title: view.messages.admin.tabs.reports,
    aside: view.messages.kit.gifCount(total),
    ...(data.done !== undefined && { done: data.done }),
    main: html`${errorSummary(data.error)}
    ${
      gifs.length === 0
        ? html`<p class="nothing">${view.messages.admin.reports.none}</p>`
        : html`<ul class="records">
            ${gifs.map((reported) => reportedGif(view, reported, data))}
          </ul>`
    }
    ${listPages(view, listing)}`,
  })
}

function reportedGif(view: SiteView, { gif, reports }: ReportedGif, { nowMs, listing }: ReportsData): Html {
  const texts = view.messages.admin.reports
  const button = (action: string, label: string) =>
    postButton(view, {
      path: `/admin/reports/${gif.code}/${action}`,
      label,
      about: gif.title,
      values: { back: listingQuery(listing) },
    })
  return html`<li class="record record--still">
    ${gifStill(view, gif)}
    <div class="stack">
      ${gifSummary(view, gif)}
      <ul class="reports">
        ${reports.map((report) => reportItem(view, report, nowMs))}
      </ul>
      <div class="actions">
        ${button('keep', texts.keep)} ${!isNsfw(gif) && button('nsfw', texts.markNsfw)}
        ${!gif.hidden && button('hide', texts.hide)}
        <a
          class="button button--danger"
          href="${view.links.path(`/admin/gifs/${gif.code}/remove?from=reports`)}"
          aria-label="${view.messages.admin.removeAbout(gif.title)}"
          >${view.messages.admin.remove}</a
        >
      </div>
    </div>
  </li>`
}

function reportItem(view: SiteView, { reason, words, createdAt }: Report, nowMs: number): Html {
  return html`<li>
    <strong>${view.messages.kit.reportReasons[reason]}</strong>
    <span class="soft">${timeAgo(view, createdAt, nowMs)}</span>
    ${words !== '' && html`<p class="quote" dir="auto">${words}</p>`}
  </li>`
}
