import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import { icon } from '../page/icon.ts'
import type { SiteView } from '../page/site-view.ts'

/** Adds a GIF to the viewer's favourites or removes it, by a form. Null for visitors, who have none. */
export function favouriteButton(
  { links, viewer, favourites, messages }: SiteView,
  { id, code, title }: Gif,
  look: 'card' | 'page',
): Html | null {
  if (viewer.account === null) return null
  const texts = messages.kit.cardActions
  const isFavourite = favourites.has(id)
  return html`<form method="post" action="${links.path(`/${code}/favourite`)}" data-favourite>
    <input type="hidden" name="favourite" value="${isFavourite ? 0 : 1}" /><button
      class="${look === 'card' ? 'card__action' : 'button'} favourite"
      type="submit"
      aria-pressed="${isFavourite ? 'true' : 'false'}"
      ${look === 'card' && html`aria-label="${texts.favouriteAbout(title)}" title="${texts.favourite}"`}
    >
      ${icon('heart')}${look === 'page' && texts.favourite}
    </button>
  </form>`
}
