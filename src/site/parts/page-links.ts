import { type Html, html } from '../../lib/html.ts'

export type PageLinks = {
  /** Counted from 1. */
  page: number
  pages: number
  addressOf: (page: number) => string
  /** With script the next page comes by itself. */
  isEndless?: boolean
}

/** Links to the page before and after; nothing when there is but one. */
export function pageLinks({ page, pages, addressOf, isEndless = false }: PageLinks): Html | null {
  if (pages <= 1) return null
  const link = (to: number, rel: string, words: string) =>
    html`<a class="button" rel="${rel}" href="${addressOf(to)}">${words}</a>`
  return html`<nav class="pages" aria-label="Pages" ${isEndless && html` data-more=""`}>
    <span>${page > 1 && link(Math.min(page - 1, pages), 'prev', '← Previous')}</span>
    <span>Page ${page} of ${pages}</span>
    <span>${page < pages && link(page + 1, 'next', 'Next →')}</span>
  </nav>`
}
