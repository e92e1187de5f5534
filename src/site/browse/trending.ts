import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { gifGrid } from '../kit/gifs/gif-grid.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The fewest GIFs that fill a row of the widest grid. */
const minTrending = 6

/** Returns true if there are enough GIFs for a separate section. */
export function hasEnoughTrending(trending: readonly Gif[]): boolean {
  return trending.length >= minTrending
}

/** Links to the current popular searches, below the search field; null without any. */
export function trendingSearches({ links, messages }: SiteView, texts: readonly string[]): Html | null {
  if (texts.length === 0) return null
  return html`<nav class="trends" aria-labelledby="trends">
    <span id="trends">${messages.browse.trendingSearches}</span>
    <ul>
      ${texts.map((text) => html`<li><a dir="auto" href="${links.search({ text })}">${text}</a></li>`)}
    </ul>
  </nav>`
}

/** The most used GIFs right now, shown below an empty result. */
export function trendingSection(view: SiteView, trending: readonly Gif[]): Html | null {
  if (trending.length === 0) return null
  return html`<section class="section" aria-labelledby="trending">
    <h2 id="trending">${view.messages.browse.trending}</h2>
    ${gifGrid(view, trending, { atTop: true })}
  </section>`
}
