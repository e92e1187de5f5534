import { type Html, html } from '../../lib/html.ts'
import type { Search } from '../kit/page/links.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import type { Messages } from '../messages/messages.ts'
import type { FrontPageData } from './front-page-data.ts'
import { trendingSearches, trendingSection } from './trending.ts'

/** The content shown in place of an empty grid: the reason, the closest words, other places to look, and trending GIFs. */
export function emptyResult(view: SiteView, data: FrontPageData): Html {
  const { links, messages } = view
  const { search } = data
  const texts = messages.browse.empty
  const wider = search.text !== '' && search.categoryCode !== null
  return html`<div class="empty">
      <p>${emptyReason(messages, search)}</p>
      ${closestWords(view, data)}
      <div class="actions">
        ${wider && html`<a class="button" href="${links.search({ ...search, categoryCode: null, page: 1 })}">${texts.searchAll}</a>`}
        <a class="button" href="${links.path('/')}">${texts.allGifs}</a>
        <a class="button button--strong" href="${links.path('/create')}">${texts.makeOne}</a>
      </div>
    </div>
    ${search.text !== '' && [trendingSearches(view, data.trendingSearches), trendingSection(view, data.trending)]}`
}

/** The message for a category that does not exist. */
export function unknownCategory({ links, messages }: SiteView): Html {
  const texts = messages.browse.empty
  return html`<div class="empty">
    <p>${texts.unknownCategoryHint}</p>
    <a class="button" href="${links.path('/')}">${texts.allGifs}</a>
  </div>`
}

function closestWords({ links, messages }: SiteView, { search, closestWords }: FrontPageData): Html | null {
  if (closestWords.length === 0) return null
  return html`<nav class="closest" aria-labelledby="closest">
    <span id="closest">${messages.browse.empty.closest}</span>
    <ul class="chips">
      ${closestWords.map(
        (text) =>
          html`<li>
            <a
              class="chip"
              dir="auto"
              href="${links.search({ ...search, text, exactOnly: false, sort: null, page: 1 })}"
              >${text}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}

function emptyReason({ browse: { empty } }: Messages, { text, categoryCode }: Search): string {
  if (text !== '') return empty.noMatch
  if (categoryCode !== null) return empty.emptyCategory
  return empty.onlyNsfw
}
