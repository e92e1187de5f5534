import { type Gif, isNsfw } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { altOf } from './alt-and-cover.ts'

/** The still of the GIF that a page is about, blurred where it is not safe for work. */
export function gifThumbnail({ mediaUrls }: SiteView, gif: Gif): Html {
  return html`<div class="gif-thumbnail${isNsfw(gif) && ' gif-thumbnail--nsfw'}">
    <img
      src="${mediaUrls.urlOf(gif, 'thumb')}"
      alt="${altOf(gif)}"
      width="${gif.width}"
      height="${gif.height}"
    />
  </div>`
}
