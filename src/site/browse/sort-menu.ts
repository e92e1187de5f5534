import { type Html, html } from '../../lib/html.ts'
import type { Search, SearchSort } from '../kit/page/links.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Links to the same results in another order, in a menu that opens without script too. */
export function sortMenu({ links, messages }: SiteView, search: Search): Html {
  const texts = messages.browse.sort
  // Without a text nothing is more relevant: then the newest come first.
  const first = search.text === '' ? texts.newest : texts.relevance
  const sorts: [SearchSort | null, string][] = [
    [null, first],
    ...(search.text === '' ? [] : [['newest', texts.newest] as [SearchSort, string]]),
    ['popular', texts.popular],
  ]
  const chosen = sorts.find(([sort]) => sort === search.sort)?.[1] ?? first
  return html`<details class="menu sort" data-menu>
    <summary class="chip"><span class="visually-hidden">${texts.label}: </span>${chosen}</summary>
    <ul class="menu__sheet">
      ${sorts.map(
        ([sort, name]) =>
          html`<li>
            <a
              href="${links.search({ ...search, sort, page: 1 })}"
              rel="nofollow"
              ${sort === search.sort && html` aria-current="true"`}
              >${name}</a
            >
          </li>`,
      )}
    </ul>
  </details>`
}
