import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { otherCopyFields } from '../kit/gifs/copy-fields.ts'
import { downloadList } from '../kit/gifs/gif-downloads.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Everything else that can be done with a GIF. It opens without script too. */
export function moreMenu(view: SiteView, gif: Gif): Html {
  const { links } = view
  const texts = view.messages.gif.more
  return html`<details class="menu more" data-menu>
    <summary class="button">${texts.button}</summary>
    <div class="menu__sheet more__sheet">
      <h3>${texts.copy}</h3>
      ${otherCopyFields(view, gif)}
      <h3>${texts.download}</h3>
      ${downloadList(view, gif)}
      <ul class="more__links">
        <li><a href="${links.path(`/${gif.code}/collect`)}" rel="nofollow">${texts.collect}</a></li>
        <li><a href="${links.path(`/${gif.code}/report`)}" rel="nofollow">${texts.report}</a></li>
      </ul>
    </div>
  </details>`
}
