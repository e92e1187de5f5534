import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { gifCard } from './gif-card.ts'

/** The cards that fill the first row of the widest wall. */
const firstRow = 6

/** GIFs side by side, each as tall as it is; the next always in the shortest column. */
export function gifWall(view: SiteView, gifs: readonly Gif[], { atTop }: { atTop: boolean }): Html {
  return html`<div class="wall-frame">
    <ul class="wall">
      ${gifs.map((gif, index) => gifCard(view, gif, { first: atTop && index < firstRow }))}
    </ul>
  </div>`
}
