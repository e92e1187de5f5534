import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from './site-view.ts'

/** A list as encoded in its address: the filters, and the page, counted from 1. */
export type Listing = { path: string; query: Record<string, string>; page: number; pages: number }

/** Describes a list for its page links and forms. */
export function listingOf(
  path: string,
  query: Record<string, string>,
  page: number,
  total: number,
  pageSize: number,
): Listing {
  return { path, query, page, pages: Math.ceil(total / pageSize) }
}

/** The query of a list's address; '' for the first page of everything. */
export function listingQuery({ query, page }: Listing): string {
  const params = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  if (page > 1) params.set('page', String(page))
  return params.toString()
}

/** Links to the previous and next page of a list; null for a single page. */
export function listPages(view: SiteView, listing: Listing): Html | null {
  const addressOf = (page: number) => {
    const query = listingQuery({ ...listing, page })
    return view.links.path(query === '' ? listing.path : `${listing.path}?${query}`)
  }
  return pageLinks(view, { page: listing.page, pages: listing.pages, addressOf })
}

type PageLinks = {
  /** Counted from 1. */
  page: number
  pages: number
  addressOf: (page: number) => string
  /** True if script loads the next page automatically. */
  isEndless?: boolean
}

/** Links to the previous and next page; null for a single page. Past the last page, a link back to it. */
export function pageLinks(
  view: Pick<SiteView, 'messages'>,
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

/** The link to the last page, from an address past it. */
function lastPage({ messages }: Pick<SiteView, 'messages'>, pages: number, address: string): Html {
  const texts = messages.kit.pagination
  return html`<nav class="pages" aria-label="${texts.label}">
    <span><a class="button" rel="prev" href="${address}">${texts.toLastPage}</a></span>
    <span>${texts.pageCount(pages)}</span>
    <span></span>
  </nav>`
}
