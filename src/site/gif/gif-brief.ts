import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Which GIF a page is about: its still, veiled where it is not safe for work. */
export function gifBrief({ mediaUrls }: SiteView, gif: Gif): Html {
  return html`<div class="brief${isNsfw(gif) && ' brief--nsfw'}">
    <img
      src="${mediaUrls.urlOf(gif, 'thumb')}"
      alt="${gif.title}"
      width="${gif.width}"
      height="${gif.height}"
    />
  </div>`
}
