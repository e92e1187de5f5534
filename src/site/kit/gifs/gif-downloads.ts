import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { RenditionName } from '../../../media/rendition.ts'
import { writeBytes } from '../page/measures.ts'
import type { SiteView } from '../page/site-view.ts'

/** Below so many times it makes no difference to most. */
const worthSaying = 3

/** The files of a GIF to keep, each with its size. */
export function gifDownloads(view: SiteView, gif: Gif): Html {
  const timesSmaller = Math.floor(gif.gifBytes / Math.max(1, gif.mp4Bytes))
  return html`<section aria-labelledby="download">
    <h2 id="download">Download</h2>
    <ul class="downloads">
      ${download(view, gif, 'gif', 'GIF', gif.gifBytes)} ${download(view, gif, 'mp4', 'MP4', gif.mp4Bytes)}
      ${download(view, gif, 'webp', 'WebP', gif.webpBytes)}
    </ul>
    ${timesSmaller >= worthSaying && html`<p class="downloads__hint soft">The MP4 is ${timesSmaller} × smaller than the GIF.</p>`}
  </section>`
}

function download(
  { mediaUrls }: SiteView,
  gif: Gif,
  name: RenditionName,
  words: string,
  bytes: number,
): Html {
  const url = new URL(mediaUrls.urlOf(gif, name))
  url.searchParams.set('download', '1')
  return html`<li>
    <a class="button" href="${url.href}" download rel="nofollow"
      >${words} <small>${writeBytes(bytes)}</small></a
    >
  </li>`
}
