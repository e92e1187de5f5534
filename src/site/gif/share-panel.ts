import { type Gif, isListed } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { favoriteButton } from '../kit/gifs/favorite-button.ts'
import { icon } from '../kit/page/icon.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { otherCopyFields } from '../kit/gifs/copy-fields.ts'
import { downloadList } from '../kit/gifs/gif-downloads.ts'

/**
 * The link of the GIF, which is what most people need, in a field that works without script. All else is behind "More".
 * The client reports copies and shares to the address in `data-use`.
 */
export function sharePanel(view: SiteView, gif: Gif): Html {
  const { links, messages, viewer } = view
  const texts = messages.gif.share
  const page = links.absolute(`/${gif.code}`)
  const use = isListed(gif) && html` data-use="${links.path(`/api/use/${gif.code}`)}"`
  return html`<section class="share" id="link" aria-labelledby="share" ${use}>
    <h2 class="visually-hidden" id="share">${texts.heading}</h2>
    <div class="copy share__link">
      <label
        ><span class="visually-hidden">${texts.link}</span><input type="text" readonly value="${page}"
      /></label>
      <button class="button button--strong" type="button" data-copy data-waits>
        <span data-copy-label>${texts.copyLink}</span>
      </button>
    </div>
    <div class="actions share__actions">
      ${
        viewer.account === null
          ? html`<a class="button" rel="nofollow" href="${links.signIn(`/${gif.code}`)}"
              >${icon('heart')}${messages.kit.cardActions.favorite}</a
            >`
          : favoriteButton(view, gif, 'page')
      }
      <button class="button" type="button" data-share="${page}" hidden>${texts.share}</button>
      ${moreMenu(view, gif)}
    </div>
  </section>`
}

/** A menu of all other actions for a GIF. It opens without script. */
function moreMenu(view: SiteView, gif: Gif): Html {
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
