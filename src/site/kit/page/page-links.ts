import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from './site-view.ts'

export type PageLinks = {
  /** Counted from 1. */
  page: number
  pages: number
  addressOf: (page: number) => string
  /** With script the next page comes by itself. */
  isEndless?: boolean
}

/** Links to the page before and after; nothing when there is but one, and the last when there are fewer pages. */
export function pageLinks(
  view: SiteView,
  { page, pages, addressOf, isEndless = false }: PageLinks,
): Html | null {
  const texts = view.messages.kit.pagination
  if (page > pages) return pages === 0 ? null : lastPage(view, pages, addressOf(pages))
  if (pages <= 1) return null
  const link = (to: number, rel: string, label: string) =>
    html`<a class="button" rel="${rel}" href="${addressOf(to)}">${label}</a>`
  return html`<nav class="pages" aria-label="${texts.label}" ${isEndless && html` data-more=""`}>
    <span>${page > 1 && link(page - 1, 'prev', texts.previous)}</span>
    <span>${texts.page(page, pages)}</span>
    <span>${page < pages && link(page + 1, 'next', texts.next)}</span>
  </nav>`
}

/** The link back from an address past the last page. */
function lastPage({ messages }: SiteView, pages: number, address: string): Html {
  const texts = messages.kit.pagination
  return html`<nav class="pages" aria-label="${texts.label}">
    <span><a class="button" rel="prev" href="${address}">${texts.toLastPage}</a></span>
    <span>${texts.pageCount(pages)}</span>
    <span></span>
  </nav>`
}
