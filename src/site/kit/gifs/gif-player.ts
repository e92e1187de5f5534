import { type Gif, isNsfw } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { altOf, isCovered } from './alt-and-cover.ts'

/** A larger GIF takes long to load: its MP4 is shown first, which looks nearly the same in a fraction of the bytes. */
export const maxBytesAtOnce = 8_000_000

/**
 * The GIF itself, as large as the space allows, so that it is judged as it is and can be dragged into other apps; its MP4 where
 * it is large. Behind a spoiler where it is NSFW, or flashes: then its blurred still is behind the text. Without script too, it
 * plays only once that was opened and play was pressed.
 */
export function gifPlayer(view: SiteView, gif: Gif): Html {
  const texts = view.messages.kit.player
  if (!isCovered(gif) && (gif.renditions.gif?.bytes ?? Infinity) <= maxBytesAtOnce)
    return html`<div class="gif-player">${gifImage(view, gif)}</div>`
  const player = html`${gifVideo(view, gif, { waits: isCovered(gif) })} ${pauseButton(view)}
  ${showGifLink(view, gif)}`
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
 * The GIF as an image: its still until it is there, unless that would show through it, and for visitors who prefer reduced
 * motion, until they press play.
 */
function gifImage(view: SiteView, gif: Gif): Html {
  const { mediaUrls, messages } = view
  const [file, still] = [mediaUrls.urlOf(gif, 'gif'), mediaUrls.urlOf(gif, 'thumb')]
  const size = html`width="${gif.width}" height="${gif.height}"`
  return html`${gif.hasAlpha === false && html`<img class="gif-player__still" src="${still}" alt="" ${size} />`}
    <picture>
      <source media="(prefers-reduced-motion: reduce)" srcset="${still}" />
      <img src="${file}" alt="${altOf(gif)}" ${size} data-image="${file}" data-still="${still}" />
    </picture>
    ${pauseButton(view)}
    <a class="gif-player__play" href="${file}" data-play-file>${messages.kit.player.play}</a>`
}

function pauseButton({ messages }: SiteView): Html {
  return html`<button class="gif-player__pause" type="button" data-pause hidden>
    ${messages.kit.player.pause}
  </button>`
}

/** Puts the GIF in the place of its MP4; without script it leads to the file. */
function showGifLink({ mediaUrls, messages }: SiteView, gif: Gif): Html {
  const texts = messages.kit.player
  const bytes = gif.renditions.gif?.bytes ?? null
  return html`<a class="gif-player__gif" href="${mediaUrls.urlOf(gif, 'gif')}" data-show-gif
    >${bytes === null ? texts.showGifOnly : texts.showGif(messages.formats.formatBytes(bytes))}</a
  >`
}

/**
 * Plays by itself unless it `waits`; visitors who prefer reduced motion see the still. `data-gif` is the fallback where
 * no MP4 plays; browsers without video show the image inside, which others do not fetch.
 */
export function gifVideo(
  { mediaUrls }: SiteView,
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
