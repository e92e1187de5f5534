import type { Gif } from '../../../catalogue/gif.ts'
import type { PreparedSource } from '../../../creation/sources/prepared-source.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { variantList } from './variant-list.ts'

/** The source of a GIF while it is kept, for the person who made the GIF, and all GIFs made from it. */
export type KeptSourceOfGif = { source: PreparedSource; gifs: Gif[] }

/**
 * A link back to the maker with a GIF's options, for the person who made it. Null for others and without its source.
 */
export function editLink(
  { links, messages }: SiteView,
  { code }: Gif,
  kept: KeptSourceOfGif | null,
): Html | null {
  if (kept === null) return null
  return html`<a class="button" href="${links.path(`/create?edit=${code}`)}" data-edit
    >${messages.kit.variants.remake}</a
  >`
}

/** The other GIFs of the same source; null without any. */
export function otherVariants(view: SiteView, gif: Gif, kept: KeptSourceOfGif | null): Html | null {
  if (kept === null || kept.gifs.length < 2) return null
  return html`<section class="variants" aria-labelledby="variants">
    <h2 id="variants">${view.messages.kit.variants.heading}</h2>
    ${variantList(view, { sourceId: kept.source.id, gifs: kept.gifs, current: gif.code })}
  </section>`
}
