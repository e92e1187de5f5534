import { type Html, html } from '../../lib/html.ts'
import type { Links, Search } from '../links.ts'

/** Links to the page before and after; nothing when there is but one. With script the next page comes by itself. */
export function pagination(links: Links, search: Search, pages: number): Html | null {
  if (pages <= 1) return null
  const link = (page: number, rel: string, words: string) =>
    html`<a class="button" rel="${rel}" href="${links.search({ ...search, page })}">${words}</a>`
  return html`<nav class="pages" aria-label="Pages" data-more="">
    <span>${search.page > 1 && link(Math.min(search.page - 1, pages), 'prev', '← Previous')}</span>
    <span>Page ${search.page} of ${pages}</span>
    <span>${search.page < pages && link(search.page + 1, 'next', 'Next →')}</span>
  </nav>`
}
