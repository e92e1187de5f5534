import { type Html, html } from '../../../lib/html.ts'
import type { Search } from './links.ts'
import type { SiteView } from './site-view.ts'

/** The longest search text; the rest is cut off. */
export const maxSearchLength = 200

/**
 * The search form. It submits a plain GET request that keeps the current filters. With script it shows suggestions from
 * the address in `data-suggest`, and updates the grid of the front page during typing.
 */
export function searchForm({ links, messages }: SiteView, search?: Search): Html {
  const texts = messages.kit.search
  return html`<form
    class="search"
    role="search"
    action="${links.path('/')}"
    method="get"
    data-suggest="${links.path('/search/suggestions')}"
  >
    <input
      type="search"
      name="q"
      dir="auto"
      value="${search?.text}"
      placeholder="${texts.field}"
      aria-label="${texts.field}"
      maxlength="${maxSearchLength}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      enterkeyhint="search"
    />
    ${search?.categoryCode && html`<input type="hidden" name="category" value="${search.categoryCode}" />`}
    ${search?.includeNsfw === true && html`<input type="hidden" name="nsfw" value="1" />`}
    <button type="submit">${texts.submit}</button>
  </form>`
}
