import { type Html, html } from '../../lib/html.ts'
import type { SiteView } from '../site-view.ts'

export type PostButton = {
  /** The path that is posted to. */
  path: string
  words: string
  /** What it is about, for who hears the button without seeing the row. */
  about?: string
  look?: 'strong' | 'danger'
  disabled?: boolean
  values?: Record<string, string>
}

/** A form of one button. */
export function postButton(view: SiteView, button: PostButton): Html {
  const { path, words, about, look, disabled = false, values = {} } = button
  return html`<form method="post" action="${view.links.path(path)}">
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button
      class="button${look !== undefined && ` button--${look}`}"
      type="submit"
      ${about !== undefined && html` aria-label="${words}: ${about}"`}
      ${disabled && html` disabled`}
    >
      ${words}
    </button>
  </form>`
}

/** A list as its address names it: what is chosen, and the page, counted from 1. */
export type Listing = { path: string; query: Record<string, string>; page: number; pages: number }

/** The query of a list's address; '' for the first page of everything. */
export function listingQuery({ query, page }: Pick<Listing, 'query' | 'page'>): string {
  const said = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  if (page > 1) said.set('page', String(page))
  return said.toString()
}

/** Links to the page before and after; nothing when there is but one. */
export function listPages(view: SiteView, listing: Listing): Html | null {
  const { path, page, pages } = listing
  if (pages <= 1) return null
  const link = (to: number, rel: string, words: string) => {
    const query = listingQuery({ ...listing, page: to })
    const address = view.links.path(query === '' ? path : `${path}?${query}`)
    return html`<a class="button" rel="${rel}" href="${address}">${words}</a>`
  }
  return html`<nav class="pages" aria-label="Pages">
    <span>${page > 1 && link(Math.min(page - 1, pages), 'prev', '← Previous')}</span>
    <span>Page ${page} of ${pages}</span>
    <span>${page < pages && link(page + 1, 'next', 'Next →')}</span>
  </nav>`
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `3 minutes ago`; the exact time, in UTC, when pointed at. */
export function timeAgo(timeMs: number, nowMs: number): Html {
  const [unit, size] = largestUnit(nowMs - timeMs)
  const words =
    nowMs - timeMs < 1000 ? 'just now' : relative.format(-Math.floor((nowMs - timeMs) / size), unit)
  return html`<time datetime="${new Date(timeMs).toISOString()}" title="${exact.format(timeMs)} UTC"
    >${words}</time
  >`
}

function largestUnit(ms: number): (typeof units)[number] {
  return units.find(([, size]) => ms >= size) ?? ['second', 1000]
}
