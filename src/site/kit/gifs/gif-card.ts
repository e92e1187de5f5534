import { type Gif, isNsfw } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { wallRows } from './wall-rows.ts'

export type CardOptions = {
  /** True for a card that is seen at once: its still is not waited for. */
  first?: boolean
}

/**
 * A GIF among others: a still, over which the client plays the video while the card is in view. Its classes reserve its
 * room before anything loads. One that is not safe for work is veiled and never plays by itself.
 */
export function gifCard(
  { links, mediaUrls, messages }: SiteView,
  gif: Gif,
  { first = false }: CardOptions = {},
): Html {
  return html`<li class="card ${wallRows(gif)}${isNsfw(gif) && ' card--nsfw'}">
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
