import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { gifCard } from './gif-card.ts'

/** The number of cards in the first row of the widest grid. */
const firstRow = 8

export type GridOptions = {
  /** Whether its first row is in view at once. */
  atTop: boolean
  /** Whether the next pages are added to it: see `isEndless` of `pageLinks`. */
  isEndless?: boolean
}

/** GIFs in columns; each goes to the shortest column. */
export function gifGrid(
  view: SiteView,
  gifs: readonly Gif[],
  { atTop, isEndless = false }: GridOptions,
): Html {
  return html`<div class="grid-frame">
    <ul class="grid" ${isEndless && html` data-endless`}>
      ${gifs.map((gif, index) => gifCard(view, gif, { first: atTop && index < firstRow }))}
    </ul>
  </div>`
}
