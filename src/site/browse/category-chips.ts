import type { Category } from '../../catalogue/category.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Links, Search } from '../kit/page/links.ts'

/** A link for each category and one for all; what was searched for stays. */
export function categoryChips(links: Links, categories: readonly Category[], search: Search): Html {
  const chip = (name: string, code: string | null) =>
    html`<li>
      <a
        class="chip"
        dir="auto"
        href="${links.search({ ...search, categoryCode: code, page: 1 })}"
        ${code === search.categoryCode && html` aria-current="true"`}
        >${name}</a
      >
    </li>`
  return html`<nav aria-label="Categories">
    <ul class="chips chips--swiped">
      ${chip('All', null)} ${categories.map(({ name, code }) => chip(name, code))}
    </ul>
  </nav>`
}
