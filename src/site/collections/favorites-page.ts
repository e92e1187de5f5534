import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { gifGrid } from '../kit/gifs/gif-grid.ts'
import { layout } from '../kit/page/layout.ts'
import { type Listing, listPages } from '../kit/page/list-pages.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type FavoritesData = { total: number; gifs: Gif[]; listing: Listing }

/** The page of the viewer's favorites. */
export function favoritesPage(view: SiteView, { total, gifs, listing }: FavoritesData): Html {
  const texts = view.messages.collections.favorites
  const empty = html`<div class="empty">
    <p>${texts.empty}</p>
    <a class="button button--strong" href="${view.links.path('/')}">${texts.browse}</a>
  </div>`
  return layout(view, {
    feature: 'collections',
    isWide: true,
    title: texts.title,
    indexed: false,
    main: html`<div class="heading">
        <h1>${texts.title}</h1>
        ${total > 0 && html`<p>${view.messages.kit.gifCount(total)}</p>`}
      </div>
      ${gifs.length > 0 && gifGrid(view, gifs, { atTop: true })} ${total === 0 && empty}
      ${listPages(view, listing)}`,
  })
}
