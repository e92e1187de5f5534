import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { SiteView } from '../site-view.ts'

/** A GIF among others: a still that the client plays while it is pointed at. The size is reserved before it loads. */
export function gifCard({ links, mediaUrls }: SiteView, gif: Gif): Html {
  return html`<li class="card">
    <a href="${links.path(`/${gif.code}`)}" data-preview="${mediaUrls.urlOf(gif, 'mp4')}">
      <img
        src="${mediaUrls.urlOf(gif, 'thumb')}"
        alt=""
        width="${gif.width}"
        height="${gif.height}"
        loading="lazy"
        decoding="async"
      />
      <span class="card__title">${gif.title}</span>
    </a>
  </li> `
}
