import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { gifCard } from './gif-card.ts'

/** The number of cards in the first row of the widest grid. */
const firstRow = 8

export type GridOptions = {
  /** True if the first row is in view when the page opens. */
  atTop: boolean
  /** True if script appends the next pages; see `isEndless` of `pageLinks`. */
  isEndless?: boolean
}

/** GIFs in columns, each added to the shortest one. */
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
