import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import { formatCount, formatDate } from '../messages/format.ts'
import { type Listing, listPages } from '../kit/page/list-pages.ts'
import { errorSummary, notice } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type MineData = {
  total: number
  gifs: Gif[]
  listing: Listing
  /** What was just done, and to how many. */
  done: { action: string; count: number }
  error: AppError | null
  /** Codes of those that were ticked. */
  ticked: ReadonlySet<string>
}

const doneWords: Record<string, (many: string) => string> = {
  private: (many) => `${many} only you can see now.`,
  public: (many) => `${many} everyone can see now.`,
  delete: (many) => `${many} deleted.`,
}

/** All GIFs of an account, and what can be done with many at once. */
export function minePage(view: SiteView, data: MineData): Html {
  const { total, gifs, listing, error } = data
  return layout(view, {
    title: 'My GIFs',
    indexed: false,
    main: html`<div class="heading">
        <h1>My GIFs</h1>
        ${total > 0 && html`<p>${formatCount(total, { one: 'GIF', other: 'GIFs' })}</p>`}
      </div>
      <div class="stack">
        ${errorSummary(error)} ${error === null && doneNotice(data)}
        ${gifs.length > 0 ? ownGifs(view, data) : nothingHere(view, data)} ${listPages(view, listing)}
      </div>`,
  })
}

function doneNotice({ done: { action, count } }: MineData): Html | null {
  const words = Object.hasOwn(doneWords, action) ? doneWords[action] : undefined
  return words === undefined || count === 0
    ? null
    : notice(words(formatCount(count, { one: 'GIF', other: 'GIFs' })))
}

function ownGifs(view: SiteView, { gifs, listing, ticked }: MineData): Html {
  const act = (action: string, words: HtmlValue, look = '') =>
    html`<button class="button${look}" type="submit" name="action" value="${action}">${words}</button>`
  return html`<form method="post" action="${view.links.path('/mine')}" data-ticking>
    <input type="hidden" name="page" value="${listing.page}" />
    <ul class="own">
      ${gifs.map((gif) => ownGif(view, gif, ticked.has(gif.code)))}
    </ul>
    <div class="bulk" role="group" aria-label="With the ticked GIFs">
      <button class="button" type="button" data-tick-all hidden>Tick all</button>
      <span class="bulk__count" data-ticked>With the ticked ones:</span>
      ${act('private', visibility('private'))} ${act('public', visibility('public'))}
      ${act('delete', 'Delete…', ' button--danger')}
    </div>
  </form>`
}

/** On a phone the first word is only heard. */
function visibility(words: string): Html {
  return html`<span><span class="bulk__make">Make </span><span class="bulk__what">${words}</span></span>`
}

function ownGif({ links, mediaUrls }: SiteView, gif: Gif, ticked: boolean): Html {
  const { code, title } = gif
  return html`<li class="own__gif">
    <a
      class="own__still${isNsfw(gif) && ' own__still--nsfw'}"
      href="${links.path(`/${code}`)}"
      tabindex="-1"
      aria-hidden="true"
      ><img
        src="${mediaUrls.urlOf(gif, 'thumb')}"
        alt=""
        width="${gif.width}"
        height="${gif.height}"
        loading="lazy"
    /></a>
    <label class="own__tick"
      ><input type="checkbox" name="codes[]" value="${code}" ${ticked && html` checked`} /><span
        class="unseen"
        >${title}</span
      ></label
    >
    <div class="own__words">
      <a class="own__title" dir="auto" href="${links.path(`/${code}`)}">${title}</a>
      <p class="own__facts">
        <span class="soft">${formatDate(gif.createdAt)}</span>
        ${gif.visibility === 'private' && html`<span class="mark">Private</span>`}
        ${gif.hidden && html`<span class="mark mark--bad">Hidden by the operator</span>`}
        ${isNsfw(gif) && html`<span class="mark">NSFW</span>`}
        <a class="own__edit" href="${links.path(`/${code}/edit`)}"
          >Edit <span class="unseen">${title}</span></a
        >
      </p>
    </div>
  </li>`
}

function nothingHere({ links }: SiteView, { total }: MineData): Html {
  if (total > 0) return html`<p class="empty">There are fewer pages than that.</p>`
  return html`<div class="empty">
    <p>Nothing here yet. What you make while signed in is kept here, for you to edit, hide or delete.</p>
    <a class="button button--strong" href="${links.path('/create')}">Make your first GIF</a>
  </div>`
}

/** Asks once before many GIFs go for good. */
export function deleteManyPage(view: SiteView, gifs: readonly Gif[], page: number): Html {
  const { links, mediaUrls } = view
  const many = formatCount(gifs.length, { one: 'GIF', other: 'GIFs' })
  return layout(view, {
    title: `Delete ${many}?`,
    indexed: false,
    main: html`<div class="page--text stack">
      <h1>Delete ${many} for good?</h1>
      <form class="form panel" method="post" action="${links.path('/mine/delete')}">
        <input type="hidden" name="page" value="${page}" />
        <ul class="going">
          ${gifs.map(
            (gif) =>
              html`<li>
                <input type="hidden" name="codes[]" value="${gif.code}" />
                <img
                  class="${isNsfw(gif) && 'going__veiled'}"
                  src="${mediaUrls.urlOf(gif, 'thumb')}"
                  alt=""
                  width="${gif.width}"
                  height="${gif.height}"
                />
                <span dir="auto">${gif.title}</span>
              </li>`,
          )}
        </ul>
        <p>They and their files go at once. Links to them and places where they are embedded stop working.</p>
        <div class="actions">
          <button class="button button--danger" type="submit">Delete ${many}</button>
          <a class="button" href="${links.path(page > 1 ? `/mine?page=${page}` : '/mine')}">Keep them</a>
        </div>
      </form>
    </div>`,
  })
}
