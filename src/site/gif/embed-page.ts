import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { isCovered } from '../kit/gifs/stills.ts'
import { gifVideo } from '../kit/gifs/gif-player.ts'
import { frameDocument, missingFrame } from '../kit/page/frame-document.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/**
 * A single GIF for a frame on any other site. It plays and links to its page, works without script, and is the same for
 * every viewer.
 */
export function embedPage(view: SiteView, gif: Gif): Html {
  const texts = view.messages.gif.embed
  const page = view.links.absolute(`/${gif.code}`)
  const shown = html`<a class="frame__link" href="${page}" target="_blank" rel="noopener"
    >${gifVideo(view, gif)}</a
  >`
  return frameDocument(view, {
    style: view.assets.embedStyle,
    title: texts.pageTitle(gif.title, view.name),
    head: html`<link rel="canonical" href="${page}" />`,
    main: html`<main class="frame">
      <h1 class="frame__heading" dir="auto">${gif.title}</h1>
      ${
        isCovered(gif)
          ? html`<details>
              <summary>
                ${!isNsfw(gif) && html`<img class="frame__blurred" src="${view.mediaUrls.urlOf(gif, 'thumb')}" alt="" />`}
                <span class="frame__warning">${isNsfw(gif) ? texts.notSafeForWork : texts.flashing}</span>
              </summary>
              ${shown}
            </details>`
          : shown
      }
      <a class="frame__name" href="${page}" target="_blank" rel="noopener" tabindex="-1" aria-hidden="true"
        >${texts.caption(gif.title, view.name)}</a
      >
    </main>`,
  })
}

/** The content of the frame if the GIF does not exist or is not visible to everyone. */
export function embedMissingPage(view: SiteView): Html {
  const texts = view.messages.gif.embed
  return missingFrame(view, { style: view.assets.embedStyle, block: 'frame', texts })
}
