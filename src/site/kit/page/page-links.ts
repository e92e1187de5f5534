import { type Html, html } from '../../../lib/html.ts'

export type PageLinks = {
  /** Counted from 1. */
  page: number
  pages: number
  addressOf: (page: number) => string
  /** With script the next page comes by itself. */
  isEndless?: boolean
}

/** Links to the page before and after; nothing when there is but one, and the last when there are fewer pages. */
export function pageLinks({ page, pages, addressOf, isEndless = false }: PageLinks): Html | null {
  if (page > pages) return pages === 0 ? null : lastPage(pages, addressOf(pages))
  if (pages <= 1) return null
  const link = (to: number, rel: string, words: string) =>
    html`<a class="button" rel="${rel}" href="${addressOf(to)}">${words}</a>`
  return html`<nav class="pages" aria-label="Pages" ${isEndless && html` data-more=""`}>
    <span>${page > 1 && link(page - 1, 'prev', '← Previous')}</span>
    <span>Page ${page} of ${pages}</span>
    <span>${page < pages && link(page + 1, 'next', 'Next →')}</span>
  </nav>`
}

/** The way back for who is beyond the end. */
function lastPage(pages: number, address: string): Html {
  return html`<nav class="pages" aria-label="Pages">
    <span><a class="button" rel="prev" href="${address}">← To the last page</a></span>
    <span>There ${pages === 1 ? 'is 1 page' : `are ${pages} pages`}</span>
    <span></span>
  </nav>`
}
