import { type Gif, isNsfw } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'

/** The GIF itself, as large as there is room. One that is not safe for work is shown on demand only. */
export function gifStage(view: SiteView, gif: Gif): Html {
  const texts = view.messages.kit.player
  const stage = html`${gifVideo(view, gif, { waits: isNsfw(gif) })}
    <button class="stage__pause" type="button" data-pause hidden>${texts.pause}</button>`
  if (!isNsfw(gif)) return html`<div class="stage">${stage}</div>`
  return html`<details class="stage stage--veiled">
    <summary>${texts.notSafeForWork} <span class="button">${texts.show}</span></summary>
    <div class="stage__open">${stage}</div>
  </details>`
}

/**
 * Plays by itself, unless it `waits` to be asked for; whoever asked the system for less motion sees the still.
 * `data-gif` is for where no MP4 plays; the picture inside, for what knows no video, is fetched by nothing else.
 */
export function gifVideo(
  { mediaUrls }: Pick<SiteView, 'mediaUrls'>,
  gif: Gif,
  { waits = false }: { waits?: boolean } = {},
): Html {
  return html`<video
    width="${gif.width}"
    height="${gif.height}"
    poster="${mediaUrls.urlOf(gif, 'thumb')}"
    aria-label="${gif.title}"
    data-gif="${mediaUrls.urlOf(gif, 'gif')}"
    ${waits ? html` preload="none" controls` : html` autoplay`}
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
      loading="lazy"
    />
  </video>`
}
