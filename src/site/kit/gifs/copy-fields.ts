import { type Gif, isPublic } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { copyField } from '../forms/copy-field.ts'

/** Every way to take a GIF elsewhere. One that not everyone may see has no embedding; files of a hidden one open here only. */
export function copyFields({ links, mediaUrls }: SiteView, gif: Gif): Html {
  const page = links.absolute(`/${gif.code}`)
  const gifUrl = mediaUrls.urlOf(gif, 'gif')
  return html`<section aria-labelledby="copy">
    <div class="copy-head">
      <h2 id="copy">Copy</h2>
      <button class="button button--small" type="button" data-share="${page}" hidden>Share…</button>
    </div>
    ${copyField('Link', page)}
    ${!gif.hidden && [copyField('GIF', gifUrl), copyField('MP4', mediaUrls.urlOf(gif, 'mp4'))]}
    ${
      isPublic(gif) && [
        copyField('Markdown', `[![${plain(gif.title)}](${gifUrl})](${page})`),
        copyField('HTML', String(frameOf(links.absolute(`/embed/${gif.code}`), gif))),
      ]
    }
  </section>`
}

/** On one line, as it is pasted. */
function frameOf(address: string, { title, width, height }: Gif): Html {
  const attributes = {
    src: address,
    title,
    width,
    height,
    frameborder: 0,
    loading: 'lazy',
    allowfullscreen: '',
  }
  return html`<iframe${Object.entries(attributes).map(([key, value]) => html` ${key}="${value}"`)}></iframe>`
}

/** A title that Markdown takes for nothing else. */
function plain(title: string): string {
  return title.replace(/[\\[\]]/g, '\\$&')
}
