import { type Gif, isListed, isNsfw } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatDuration } from '../messages/format.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The still of a GIF. It stands beside its title, so it says nothing itself. */
export function gifStill({ mediaUrls }: SiteView, gif: Gif): Html {
  return html`<img
    class="still"
    src="${mediaUrls.urlOf(gif, 'thumb')}"
    alt=""
    width="${gif.width}"
    height="${gif.height}"
    loading="lazy"
    decoding="async"
  />`
}

/** The title of a GIF as a link to its page, and what the operator should know of it. */
export function gifNamed({ links }: SiteView, gif: Gif): Html {
  return html`<div class="named">
    <h2 class="cut" dir="auto">
      <a href="${links.path(`/${gif.code}`)}">${gif.title}</a>
    </h2>
    <p class="soft">
      ${gif.category.name} · ${formatDuration(gif.durationMs)}
      ${marksOf(gif).map((mark) => html`<span class="mark">${mark}</span> `)}
    </p>
  </div>`
}

function marksOf(gif: Gif): string[] {
  return [
    ...(isNsfw(gif) ? ['NSFW'] : []),
    ...(gif.visibility === 'private' ? ['Private'] : []),
    ...(gif.hidden ? ['Hidden'] : []),
    ...(isListed(gif) && !isNsfw(gif) ? ['Public'] : []),
  ]
}
