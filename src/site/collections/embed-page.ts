import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import type { Collection } from '../../catalogue/collections/collection.ts'
import { type Html, html } from '../../lib/html.ts'
import { resolveRendition } from '../../media/resolve-rendition.ts'
import { altOf } from '../kit/gifs/stills.ts'
import { frameDocument, missingFrame } from '../kit/page/frame-document.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** A collection as a grid, for a frame on any other site. It works without script and is the same for every viewer. */
export function embeddedCollection(
  view: SiteView,
  { collection, gifs, total }: { collection: Collection; gifs: readonly Gif[]; total: number },
): Html {
  const texts = view.messages.collections.embed
  const page = view.links.absolute(`/c/${collection.code}`)
  return frameDocument(view, {
    style: view.assets.collectionEmbedStyle,
    title: texts.pageTitle(collection.name, view.name),
    head: html`<link rel="canonical" href="${page}" />`,
    main: html`<main class="tiles-frame">
      <h1 class="cut" dir="auto">${collection.name}</h1>
      <ul class="tiles">
        ${gifs.map((gif) => tile(view, gif))}
      </ul>
      <a class="tiles-frame__all" href="${page}" target="_blank" rel="noopener"
        >${texts.all(total, view.name)}</a
      >
    </main>`,
  })
}

/** The content of the frame if the collection does not exist or is not visible to everyone. */
export function embeddedCollectionMissing(view: SiteView): Html {
  const texts = view.messages.collections.embed
  return missingFrame(view, { style: view.assets.collectionEmbedStyle, block: 'tiles-frame', texts })
}

/** A GIF in the frame. Since a frame has no spoilers, a flashing GIF stays a blurred still and an NSFW one has no picture. */
function tile(view: SiteView, gif: Gif): Html {
  const { links, mediaUrls, messages } = view
  const mark = isNsfw(gif) ? messages.kit.nsfw : gif.flashing === true ? messages.kit.flashing : null
  const still = mediaUrls.urlOf(gif, 'thumb')
  const { width, height } = gif
  return html`<li>
    <a href="${links.absolute(`/${gif.code}`)}" target="_blank" rel="noopener">
      ${
        mark === null
          ? html`<video
              width="${width}"
              height="${height}"
              poster="${still}"
              aria-label="${altOf(gif)}"
              autoplay
              loop
              muted
              playsinline
            >
              <source
                src="${mediaUrls.urlOf(gif, resolveRendition(gif, 'mp4In320').name)}"
                type="video/mp4"
                media="(prefers-reduced-motion: no-preference)"
              />
            </video>`
          : html`${!isNsfw(gif) && html`<img src="${still}" alt="" width="${width}" height="${height}" loading="lazy" />`}
              <span class="tiles__mark">${mark}</span>
              <span class="visually-hidden" dir="auto">${gif.title}</span>`
      }
    </a>
  </li>`
}
