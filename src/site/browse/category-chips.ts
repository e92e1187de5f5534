import type { Category } from '../../catalogue/category.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Search } from '../kit/page/links.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** A link for each category and one for all; they keep the search text. None where there is nothing to choose. */
export function categoryChips(
  { links, messages }: SiteView,
  categories: readonly Category[],
  search: Search,
): Html | null {
  if (categories.length === 0) return null
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
  return html`<nav aria-label="${messages.browse.categories}">
    <ul class="chips chips--swiped">
      ${chip(messages.browse.allCategories, null)} ${categories.map(({ name, code }) => chip(name, code))}
    </ul>
  </nav>`
}
