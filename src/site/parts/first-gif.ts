import { type Html, html } from '../../lib/html.ts'
import type { SiteView } from '../site-view.ts'

/** Says on a fresh instance how the first GIF is made. */
export function firstGif({ links }: SiteView, categoryId: number): Html {
  const command = [
    `curl ${links.absolute('/api/create-gif/source/video')} \\`,
    `  -F video=@clip.mp4 -F start=0 -F end=3 \\`,
    `  -F category=${categoryId} -F title="My first GIF"`,
  ].join('\n')
  return html`<div class="empty empty--first">
    <p>Nobody has made a GIF here yet. Take any video and send it from a terminal:</p>
    <div class="command">
      <pre tabindex="0"><code data-copy-source>${command}</code></pre>
      <button class="button" type="button" data-copy hidden>Copy</button>
    </div>
    <p>
      A few seconds later it is on this page. A video’s address or a set of pictures work as well: see
      <a href="${links.path('/api/docs')}">the API</a>.
    </p>
  </div>`
}
