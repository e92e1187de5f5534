import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { SiteView } from '../site-view.ts'

/**
 * The GIF itself, as large as there is room. Whoever asked the system for less motion sees the still until he plays it.
 * One that is not safe for work is shown on demand only.
 */
export function gifStage({ mediaUrls }: SiteView, gif: Gif): Html {
  const video = html`<video
    width="${gif.width}"
    height="${gif.height}"
    poster="${mediaUrls.urlOf(gif, 'thumb')}"
    aria-label="${gif.title}"
    autoplay
    loop
    muted
    playsinline
  >
    <source
      src="${mediaUrls.urlOf(gif, 'mp4')}"
      type="video/mp4"
      media="(prefers-reduced-motion: no-preference)"
    />
    <img
      src="${mediaUrls.urlOf(gif, 'gif')}"
      alt="${gif.title}"
      width="${gif.width}"
      height="${gif.height}"
    />
  </video>`
  if (!gif.nsfw) return html`<div class="stage">${video}</div>`
  return html`<details class="stage stage--veiled">
    <summary>Not safe for work. <span class="button">Show it</span></summary>
    ${video}
  </details>`
}
