import { type Html, html } from '../../lib/html.ts'
import type { Links, Search } from '../links.ts'

/** The longest text that is searched for; the rest is cut off. */
export const maxSearchLength = 200

/** Searches by a plain link; within the category that is shown. */
export function searchForm(links: Links, search?: Search): Html {
  return html`<form class="search" role="search" action="${links.path('/')}" method="get">
    <input
      type="search"
      name="q"
      value="${search?.text}"
      placeholder="Search GIFs"
      aria-label="Search GIFs"
      maxlength="${maxSearchLength}"
      autocomplete="off"
      enterkeyhint="search"
    />
    ${search?.categoryCode && html`<input type="hidden" name="category" value="${search.categoryCode}" />`}
    <button type="submit">Search</button>
  </form>`
}
