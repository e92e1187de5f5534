import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import {
  type NoticeCase,
  noticeReasons,
  openCounterNotice,
  possibleActions,
} from '../../catalogue/notices/notice.ts'
import type { CaseFilter } from '../../catalogue/notices/notice-store.ts'
import { choiceField, errorSummary, textField } from '../kit/forms/fields.ts'
import { type Listing, listPages, listingQuery } from '../kit/page/list-pages.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { gifStill, gifSummary } from './admin-gif.ts'
import { adminPage } from './admin-page.ts'
import { noticePart } from './case-page.ts'

export const caseStatuses = ['open', 'counter', 'decided'] as const satisfies CaseFilter['status'][]

export type NoticesData = {
  nowMs: number
  total: number
  cases: NoticeCase[]
  filter: CaseFilter
  listing: Listing
  done?: string
  error?: AppError
}

/** The number of notices shown per GIF; the page of its case has the rest. */
const shownNotices = 3

/** The GIFs with open notices or answers, the longest waiting first, with buttons for quick decisions. */
export function noticesPage(view: SiteView, data: NoticesData): Html {
  const { total, cases, listing, filter } = data
  const texts = view.messages.admin.notices
  return adminPage(view, {
    tab: 'notices',
    title: view.messages.admin.tabs.notices,
    aside: view.messages.kit.gifCount(total),
    ...(data.done !== undefined && { done: data.done }),
    main: html`${errorSummary(data.error)} ${filterForm(view, filter)}
      ${
        cases.length === 0
          ? html`<p class="nothing">${texts.none[filter.status]}</p>`
          : html`<ul class="records">
              ${cases.map((about) => caseRecord(view, about, data))}
            </ul>`
      }
      ${listPages(view, listing)}
      <p class="soft">
        ${texts.export} <a href="${view.links.path('/admin/notices/export?format=csv')}" download>CSV</a>
        <a href="${view.links.path('/admin/notices/export?format=jsonl')}" download>${texts.jsonLines}</a>
      </p>`,
  })
}

function filterForm(view: SiteView, { status, reason }: CaseFilter): Html {
  const texts = view.messages.admin.notices
  return html`<form class="form form--row" method="get" action="${view.links.path('/admin/notices')}">
    ${choiceField({
      label: texts.status,
      name: 'status',
      value: status,
      options: caseStatuses.map((value) => ({ value, label: texts.statuses[value] })),
    })}
    ${choiceField({
      label: view.messages.notices.form.reason,
      name: 'reason',
      value: reason ?? '',
      options: [
        { value: '', label: texts.anyReason },
        ...noticeReasons.map((value) => ({ value, label: view.messages.notices.reasons[value] })),
      ],
    })}
    ${textField({ label: texts.find, name: 'q', autocomplete: 'off' })}
    <button class="button" type="submit">${texts.show}</button>
  </form>`
}

function caseRecord(view: SiteView, about: NoticeCase, { nowMs, listing, filter }: NoticesData): Html {
  const texts = view.messages.admin.notices
  const { gif, notices } = about
  const open = notices.filter(({ closedAt }) => closedAt === null)
  const shown = (filter.status === 'decided' ? notices : open).slice(0, shownNotices)
  const casePath = view.links.path(`/admin/notices/${about.code}`)
  const quick = filter.status === 'decided' ? [] : quickActions(about)
  return html`<li class="record ${gif !== null && 'record--still'}">
    ${gif !== null && gifStill(view, gif)}
    <div class="stack">
      ${gif === null ? html`<h2 class="cut" dir="auto">${about.title}</h2>` : gifSummary(view, gif)}
      ${gif === null && html`<p class="soft">${texts.gone}</p>`}
      ${openCounterNotice(about) !== null && html`<p><span class="badge">${texts.answerWaits}</span></p>`}
      <ul class="reports">
        ${shown.map((notice) => html`<li>${noticePart(view, notice, nowMs)}</li>`)}
      </ul>
      ${open.length > shown.length && shown.length > 0 && html`<p class="soft">${texts.more(open.length - shown.length)}</p>`}
      <div class="actions">
        ${quick.length > 0 && quickForm(view, about, { quick, listing })}
        ${
          gif !== null &&
          html`<a
            class="button button--danger"
            href="${view.links.path(`/admin/gifs/${about.code}/remove?from=notices`)}"
            aria-label="${view.messages.admin.removeAbout(about.title)}"
            >${view.messages.admin.remove}</a
          >`
        }
        <a class="button" href="${casePath}" aria-label="${texts.openCase}: ${about.title}"
          >${texts.openCase}</a
        >
      </div>
    </div>
  </li>`
}

function quickForm(
  view: SiteView,
  about: NoticeCase,
  { quick, listing }: { quick: ReturnType<typeof quickActions>; listing: Listing },
): Html {
  const texts = view.messages.admin.notices
  return html`<form
    class="actions"
    method="post"
    action="${view.links.path(`/admin/notices/${about.code}/decide`)}"
  >
    <input type="hidden" name="back" value="${listingQuery(listing)}" />
    ${quick.map(
      (action) =>
        html`<button
          class="button"
          type="submit"
          name="action"
          value="${action}"
          aria-label="${texts.quick[action]}: ${about.title}"
        >
          ${texts.quick[action]}
        </button>`,
    )}
  </form>`
}

/** The decisions that need no more than the suggested text; the page of the case has all others. */
function quickActions(about: NoticeCase): ('dismiss' | 'rate' | 'hide')[] {
  const possible = possibleActions(about)
  const isRated = about.gif?.rating === 'r'
  return (['dismiss', 'rate', 'hide'] as const).filter(
    (action) => possible.includes(action) && possible.includes('dismiss') && !(action === 'rate' && isRated),
  )
}
