import { type Html, html } from '../../lib/html.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Says on a fresh instance how the first GIF is made. */
export function firstGif({ links, assets }: SiteView): Html {
  return html`<div class="empty empty--first">
    <img src="${links.path(assets.firstGif.path)}" alt="" width="320" height="200" />
    <h1>The first GIF is yours to make</h1>
    <p>Nobody has shared one here yet. Take a video, its address or a few pictures: it is done in seconds.</p>
    <a class="button button--strong button--large" href="${links.path('/create')}">Make the first GIF</a>
    <p>
      <small>Rather by program? <a href="${links.path('/developers')}">There is an API for it.</a></small>
    </p>
  </div>`
}
