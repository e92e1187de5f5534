import { type Gif, isListed, isOpen } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { copyField } from '../forms/fields.ts'

/**
 * Links and embed codes to copy. Only public GIFs can be embedded; a hidden GIF has no file links. The client reports
 * copies and shares to the address in `data-use`.
 */
export function copyFields(view: SiteView, gif: Gif): Html {
  const { links } = view
  const texts = view.messages.kit.gifCopy
  const page = links.absolute(`/${gif.code}`)
  const use = isListed(gif) && html` data-use="${links.path(`/api/use/${gif.code}`)}"`
  return html`<section aria-labelledby="copy" ${use}>
    <div class="copy-head">
      <h2 id="copy">${texts.heading}</h2>
      <button class="button button--small" type="button" data-share="${page}" hidden>${texts.share}</button>
    </div>
    ${copyField(view, texts.link, page)} ${otherCopyFields(view, gif)}
  </section>`
}

/** The links and embed codes without the link of the page. */
export function otherCopyFields(view: SiteView, gif: Gif): Html {
  const { links, mediaUrls } = view
  const texts = view.messages.kit.gifCopy
  const page = links.absolute(`/${gif.code}`)
  const gifUrl = mediaUrls.urlOf(gif, 'gif')
  return html`${!gif.hidden && [copyField(view, texts.gif, gifUrl), copyField(view, texts.mp4, mediaUrls.urlOf(gif, 'mp4'))]}
  ${
    isOpen(gif) && [
      copyField(view, texts.markdown, `[![${plain(gif.title)}](${gifUrl})](${page})`),
      copyField(view, texts.html, String(frameCode({ ...gif, src: links.absolute(`/embed/${gif.code}`) }))),
    ]
  }`
}

/** A title without characters that Markdown would interpret. */
function plain(title: string): string {
  return title.replace(/[\\[\]]/g, '\\$&')
}

type Frame = { src: string; title: string; width: number; height: number }

/** The code that embeds a page of this site in another one as a frame, on one line. */
export function frameCode({ src, title, width, height }: Frame): Html {
  const attributes = { src, title, width, height, frameborder: 0, loading: 'lazy', allowfullscreen: '' }
  return html`<iframe${Object.entries(attributes).map(([key, value]) => html` ${key}="${value}"`)}></iframe>`
}
