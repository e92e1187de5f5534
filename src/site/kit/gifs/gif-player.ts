import { type Gif, isNsfw } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { altOf, isCovered } from './alt-and-cover.ts'

/**
 * The GIF as large as the space allows; behind a spoiler where it is NSFW, or flashes: then its blurred still is behind the
 * text. Without script too, it plays only once that was opened and play was pressed.
 */
export function gifPlayer(view: SiteView, gif: Gif): Html {
  const texts = view.messages.kit.player
  const player = html`${gifVideo(view, gif, { waits: isCovered(gif) })}
    <button class="gif-player__pause" type="button" data-pause hidden>${texts.pause}</button>`
  if (!isCovered(gif)) return html`<div class="gif-player">${player}</div>`
  return html`<details class="gif-player gif-player--spoiler">
    <summary>
      ${!isNsfw(gif) && html`<img class="gif-player__blurred" src="${view.mediaUrls.urlOf(gif, 'thumb')}" alt="" />`}
      <span
        >${isNsfw(gif) && texts.notSafeForWork}${isNsfw(gif) && gif.flashing === true && ' '}${gif.flashing === true && texts.flashing}</span
      >
      <span class="button">${isNsfw(gif) ? texts.show : texts.play}</span>
    </summary>
    <div class="gif-player__open">${player}</div>
  </details>`
}

/**
 * Plays by itself unless it `waits`; visitors who prefer reduced motion see the still. `data-gif` is the fallback where
 * no MP4 plays; browsers without video show the image inside, which others do not fetch.
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
    aria-label="${altOf(gif)}"
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
      alt="${altOf(gif)}"
      width="${gif.width}"
      height="${gif.height}"
      loading="lazy"
    />
  </video>`
}
