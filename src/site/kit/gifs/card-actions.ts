import { type Gif, isListed } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import { icon } from '../page/icon.ts'
import type { SiteView } from '../page/site-view.ts'
import { favoriteButton } from './favorite-button.ts'

/**
 * What a card offers under the pointer and to the keyboard; on touch screens the page of the GIF does. Without script,
 * copying leads to the field with the link on that page.
 */
export function cardActions(view: SiteView, gif: Gif): Html {
  const { links, messages } = view
  const texts = messages.kit.cardActions
  const page = links.path(`/${gif.code}`)
  const use = isListed(gif) && html` data-use="${links.path(`/api/use/${gif.code}`)}"`
  return html`<div class="card__actions" ${use}>
    <form action="${page}#link" data-copy-link>
      <button
        class="card__action"
        type="submit"
        aria-label="${texts.copyLinkAbout(gif.title)}"
        title="${texts.copyLink}"
      >
        ${icon('link')}
      </button>
    </form>
    ${favoriteButton(view, gif, 'card')}
  </div>`
}
