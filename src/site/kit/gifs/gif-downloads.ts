import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { RenditionName } from '../../../media/rendition.ts'
import type { SiteView } from '../page/site-view.ts'

/** The smallest factor for which the difference is mentioned. */
const minTimesSmaller = 3

/** Download links with file sizes. */
export function gifDownloads(view: SiteView, gif: Gif): Html {
  return html`<section aria-labelledby="download">
    <h2 id="download">${view.messages.kit.download.heading}</h2>
    ${downloadList(view, gif)}
  </section>`
}

/** The download links without a heading. */
export function downloadList(view: SiteView, gif: Gif): Html {
  const texts = view.messages.kit.download
  const [gifBytes, mp4Bytes] = [gif.renditions.gif?.bytes ?? 0, gif.renditions.mp4?.bytes ?? Infinity]
  const timesSmaller = Math.floor(gifBytes / mp4Bytes)
  return html`<ul class="downloads">
      ${download(view, gif, 'gif', texts.gif)} ${download(view, gif, 'mp4', texts.mp4)}
      ${download(view, gif, 'webp', texts.webp)}
    </ul>
    <p class="downloads__more">
      <a href="${view.links.path(`/${gif.code}/frames.zip`)}" download rel="nofollow">${texts.frames}</a>
      <a href="${view.links.path(`/tools?gif=${gif.code}`)}" rel="nofollow">${texts.change}</a>
    </p>
    ${timesSmaller >= minTimesSmaller && html`<p class="downloads__hint soft">${texts.smaller(timesSmaller)}</p>`}`
}

function download(
  { mediaUrls, messages }: SiteView,
  gif: Gif,
  name: RenditionName,
  label: string,
): Html | null {
  const file = gif.renditions[name]
  if (file === undefined) return null
  return html`<li>
    <a class="button" href="${mediaUrls.downloadUrlOf(gif, name)}" download rel="nofollow"
      >${label} ${file.bytes !== null && html`<small>${messages.formats.formatBytes(file.bytes)}</small>`}</a
    >
  </li>`
}
