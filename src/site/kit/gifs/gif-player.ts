import { type Gif, isNsfw } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { altOf, isCovered } from './stills.ts'

/** The largest GIF shown at once. A larger one loads slowly, so its MP4 is shown first, which looks nearly the same. */
export const maxBytesAtOnce = 8_000_000

/**
 * The player of a GIF: the GIF itself, as large as the space allows, so that people see its real quality and can drag
 * it into other apps, or its MP4 if the GIF is large. An NSFW or flashing GIF is behind a spoiler, which shows the
 * blurred still of a flashing one. Even without script, it plays only after the spoiler is opened and play is pressed.
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
 * The GIF as an image. Its still is shown while it loads, unless it would show through, and with reduced motion until
 * play is pressed.
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

/** A link that replaces the MP4 with the GIF; without script it leads to the file. */
function showGifLink({ mediaUrls, messages }: SiteView, gif: Gif): Html {
  const texts = messages.kit.player
  const bytes = gif.renditions.gif?.bytes ?? null
  return html`<a class="gif-player__gif" href="${mediaUrls.urlOf(gif, 'gif')}" data-show-gif
    >${bytes === null ? texts.showGifOnly : texts.showGif(messages.formats.formatBytes(bytes))}</a
  >`
}

/**
 * The video of a GIF. It plays by itself unless it `waits`; with reduced motion it shows the still. `data-gif` is the
 * fallback if no MP4 plays; browsers without video show the image inside, which others do not load.
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
