import { type Gif, isNsfw } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'

/** The grid rows that a square GIF spans; `grid.css` divides a column's width by the same number. */
const rowsOfSquare = 48

/** GIFs wider or taller than this are cropped, so that none fills the whole grid. */
const rowLimits = { min: 20, max: 86 }

export type CardOptions = {
  /** True for a card that is seen at once: its still is not waited for. */
  first?: boolean
}

/**
 * A GIF in a grid: a still, over which the client plays the video while the card is in view. Its classes reserve its
 * space before anything loads. An NSFW GIF is blurred and never plays by itself.
 */
export function gifCard(
  { links, mediaUrls, messages }: SiteView,
  gif: Gif,
  { first = false }: CardOptions = {},
): Html {
  return html`<li class="card ${rowClasses(gif)}${isNsfw(gif) && ' card--nsfw'}">
    <a
      href="${links.path(`/${gif.code}`)}"
      data-mp4="${mediaUrls.urlOf(gif, 'mp4')}"
      data-webp="${mediaUrls.urlOf(gif, 'webp')}"
      ><img
        src="${mediaUrls.urlOf(gif, 'thumb')}"
        alt=""
        width="${gif.width}"
        height="${gif.height}"
        ${first ? html` fetchpriority="high"` : html` loading="lazy"`}
        decoding="async"
      />${isNsfw(gif) && html`<span class="card__mark">${messages.kit.nsfw}</span>`}<span class="card__title"
        ><span class="cut" dir="auto">${gif.title}</span></span
      ></a
    >
  </li> `
}

/** The classes that reserve a card's space in the grid: tens and units of its height in rows. */
function rowClasses({ width, height }: { width: number; height: number }): string {
  const rows = Math.round((rowsOfSquare * height) / width)
  const kept = Math.min(rowLimits.max, Math.max(rowLimits.min, rows))
  return `t${Math.floor(kept / 10)} u${kept % 10}`
}
