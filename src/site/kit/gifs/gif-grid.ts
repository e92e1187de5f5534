import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { gifCard } from './gif-card.ts'

/** The number of cards in the first row of the widest grid. */
const firstRow = 6

/** GIFs in columns; each goes to the shortest column. */
export function gifGrid(view: SiteView, gifs: readonly Gif[], { atTop }: { atTop: boolean }): Html {
  return html`<div class="grid-frame">
    <ul class="grid">
      ${gifs.map((gif, index) => gifCard(view, gif, { first: atTop && index < firstRow }))}
    </ul>
  </div>`
}
