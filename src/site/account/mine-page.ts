import type { Category } from '../../catalogue/category.ts'
import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import { type Listing, listPages } from '../kit/page/list-pages.ts'
import { errorSummary, notice } from '../kit/forms/fields.ts'
import { bulkChangeFields, typedBulkChange } from '../kit/forms/bulk-change.ts'
import type { Typed } from '../kit/requests/post-form.ts'
import { layout } from '../kit/page/layout.ts'
import { smallStillUrl, stillSources } from '../kit/gifs/stills.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type MineData = {
  total: number
  /** The number of these GIFs without a description. */
  undescribed: number
  gifs: Gif[]
  /** The number of GIFs that operators have decided about, including deleted ones. */
  decided: number
  listing: Listing
  /** The action that the notice reports, and the number of GIFs it applied to. */
  done: { action: string; count: number }
  error: AppError | null
  /** Codes of the selected GIFs. */
  selected: ReadonlySet<string>
  categories: readonly Category[]
  /** The values of a rejected form; null otherwise. */
  typed: Typed | null
}

/** The GIFs of an account, with bulk actions. */
export function minePage(view: SiteView, data: MineData): Html {
  const { total, undescribed, gifs, listing, error } = data
  const texts = view.messages.account.mine
  return layout(view, {
    feature: 'account',
    title: texts.title,
    indexed: false,
    main: html`<div class="heading">
        <h1>${texts.title}</h1>
        ${total > 0 && html`<p>${view.messages.kit.gifCount(total)}</p>`}
        ${undescribed > 0 && html`<p><a class="quiet" href="${view.links.path('/mine/descriptions')}">${view.messages.kit.describe.count(undescribed)}</a></p>`}
        ${data.decided > 0 && html`<p><a class="quiet" href="${view.links.path('/mine/decisions')}">${view.messages.notices.owner.link}</a></p>`}
      </div>
      <div class="stack">
        ${errorSummary(error)} ${error === null && doneNotice(view, data)}
        ${gifs.length > 0 ? ownGifs(view, data) : emptyPage(view, data)} ${listPages(view, listing)}
      </div>`,
  })
}

function doneNotice({ messages }: SiteView, { done: { action, count } }: MineData): Html | null {
  const text = Object.entries(messages.account.mine.done).find(([name]) => name === action)?.[1]
  return text === undefined || count === 0 ? null : notice(text(count))
}

function ownGifs(view: SiteView, data: MineData): Html {
  const { gifs, listing, selected, categories, typed, error } = data
  const texts = view.messages.account.mine
  const { bulk } = view.messages.kit
  const actionButton = (action: string, label: HtmlValue, look = '') =>
    html`<button class="button${look}" type="submit" name="action" value="${action}">${label}</button>`
  return html`<form method="post" action="${view.links.path('/mine')}" data-selection>
    <input type="hidden" name="page" value="${listing.page}" />
    <ul class="my-gifs">
      ${gifs.map((gif) => ownGif(view, gif, selected.has(gif.code)))}
    </ul>
    <div class="bulk" role="group" aria-label="${bulk.actions}">
      <button class="button" type="button" data-select-all hidden>${bulk.selectAll}</button>
      <span class="bulk__count" data-selected>${bulk.selected}</span>
      ${bulkChangeFields(view, { categories, typed: typed && typedBulkChange(typed), error })}
      ${actionButton('private', visibilityLabel(view, texts.private))}
      ${actionButton('public', visibilityLabel(view, texts.public))}
      ${actionButton('delete', texts.delete, ' button--danger')}
    </div>
  </form>`
}

/** The first word is visually hidden on a phone. */
function visibilityLabel({ messages }: SiteView, visibility: string): Html {
  const label = messages.account.mine.makeVisible(
    html`<span class="bulk__what">${visibility}</span>`,
    (text) => html`<span class="bulk__make">${text}</span>`,
  )
  return html`<span>${label}</span>`
}

function ownGif(view: SiteView, gif: Gif, selected: boolean): Html {
  const { links, messages } = view
  const { code, title } = gif
  const texts = messages.account.mine
  return html`<li class="own__gif">
    <a
      class="own__still${isNsfw(gif) && ' own__still--nsfw'}"
      href="${links.path(`/${code}`)}"
      tabindex="-1"
      aria-hidden="true"
      ><img
        ${stillSources(view, gif, 'auto, 20rem')}
        alt=""
        width="${gif.width}"
        height="${gif.height}"
        loading="lazy"
    /></a>
    <label class="own__tick"
      ><input type="checkbox" name="codes[]" value="${code}" ${selected && html` checked`} /><span
        class="visually-hidden"
        >${title}</span
      ></label
    >
    <div class="own__words">
      <a class="own__title" dir="auto" href="${links.path(`/${code}`)}">${title}</a>
      <p class="own__facts">
        <span class="soft">${messages.formats.formatDate(gif.createdAt)}</span>
        ${gif.visibility === 'private' && html`<span class="badge">${texts.privateMark}</span>`}
        ${gif.visibility === 'unlisted' && html`<span class="badge">${messages.publishing.visibility.unlisted.label}</span>`}
        ${gif.hidden && html`<span class="badge badge--bad">${texts.hiddenMark}</span>`}
        ${isNsfw(gif) && html`<span class="badge">${messages.kit.nsfw}</span>`}
        <a class="own__edit" href="${links.path(`/${code}/edit`)}"
          >${texts.edit} <span class="visually-hidden">${title}</span></a
        >
      </p>
    </div>
  </li>`
}

function emptyPage({ links, messages }: SiteView, { total }: MineData): Html {
  const texts = messages.account.mine
  if (total > 0) return html`<p class="empty">${messages.kit.pagination.pastTheEnd}</p>`
  return html`<div class="empty">
    <p>${texts.empty}</p>
    <a class="button button--strong" href="${links.path('/create')}">${texts.makeFirst}</a>
  </div>`
}

/** The confirmation page for deleting several GIFs. */
export function deleteManyPage(view: SiteView, gifs: readonly Gif[], page: number): Html {
  const { links } = view
  const texts = view.messages.account.mine
  return layout(view, {
    feature: 'account',
    title: texts.deleteTitle(gifs.length),
    indexed: false,
    main: html`<div class="page--text stack">
      <h1>${texts.deleteHeading(gifs.length)}</h1>
      <form class="form panel" method="post" action="${links.path('/mine/delete')}">
        <input type="hidden" name="page" value="${page}" />
        <ul class="deletions">
          ${gifs.map(
            (gif) =>
              html`<li>
                <input type="hidden" name="codes[]" value="${gif.code}" />
                <img
                  class="${isNsfw(gif) && 'deletions__blurred'}"
                  src="${smallStillUrl(view, gif)}"
                  alt=""
                  width="${gif.width}"
                  height="${gif.height}"
                />
                <span dir="auto">${gif.title}</span>
              </li>`,
          )}
        </ul>
        <p>${texts.deleteExplanation}</p>
        <div class="actions">
          <button class="button button--danger" type="submit">${texts.deleteConfirm(gifs.length)}</button>
          <a class="button" href="${links.path(page > 1 ? `/mine?page=${page}` : '/mine')}"
            >${texts.deleteCancel}</a
          >
        </div>
      </form>
    </div>`,
  })
}
