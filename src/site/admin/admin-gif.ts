import { type Gif, isListed, isNsfw } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { stillSources } from '../kit/gifs/stills.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The still of a GIF, shown next to its title and therefore without a text alternative. */
export function gifStill(view: SiteView, gif: Gif): Html {
  return html`<img
    class="still"
    ${stillSources(view, gif, 'auto, 20rem')}
    alt=""
    width="${gif.width}"
    height="${gif.height}"
    loading="lazy"
    decoding="async"
  />`
}

/** The title of a GIF as a link, with its category, length and marks. */
export function gifSummary(view: SiteView, gif: Gif): Html {
  return html`<div class="named">
    <h2 class="cut" dir="auto">
      <a href="${view.links.path(`/${gif.code}`)}">${gif.title}</a>
    </h2>
    <p class="soft">
      ${gif.category.name} · ${view.messages.formats.formatDuration(gif.durationMs)}
      ${badgesOf(view, gif).map((badge) => html`<span class="badge">${badge}</span> `)}
    </p>
  </div>`
}

function badgesOf({ messages }: SiteView, gif: Gif): string[] {
  const texts = messages.admin.gif
  return [
    ...(isNsfw(gif) ? [messages.kit.nsfw] : []),
    ...(gif.rating !== null && !isNsfw(gif) ? [messages.kit.rating.names[gif.rating]] : []),
    ...(gif.visibility === 'private' ? [texts.private] : []),
    ...(gif.visibility === 'unlisted' ? [messages.publishing.visibility.unlisted.label] : []),
    ...(gif.hidden ? [texts.hidden] : []),
    ...(isListed(gif) && !isNsfw(gif) ? [texts.public] : []),
  ]
}
