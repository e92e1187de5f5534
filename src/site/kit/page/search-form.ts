import { type Html, html } from '../../../lib/html.ts'
import type { Search } from './links.ts'
import type { SiteView } from './site-view.ts'

/** The longest text that is searched for; the rest is cut off. */
export const maxSearchLength = 200

/**
 * Searches by a plain link, within what is shown. With script it suggests while one types: `data-suggest` is where it
 * asks, and the grid of the front page follows.
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
