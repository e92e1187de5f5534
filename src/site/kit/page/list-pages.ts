import type { Html } from '../../../lib/html.ts'
import type { SiteView } from './site-view.ts'
import { pageLinks } from './page-links.ts'

/** A list as its address names it: what is chosen, and the page, counted from 1. */
export type Listing = { path: string; query: Record<string, string>; page: number; pages: number }

/** A list as its pages and its forms need to know it. */
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
  const said = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  if (page > 1) said.set('page', String(page))
  return said.toString()
}

/** Links to the page before and after; nothing when there is but one. */
export function listPages(view: SiteView, listing: Listing): Html | null {
  const addressOf = (page: number) => {
    const query = listingQuery({ ...listing, page })
    return view.links.path(query === '' ? listing.path : `${listing.path}?${query}`)
  }
  return pageLinks(view, { page: listing.page, pages: listing.pages, addressOf })
}
