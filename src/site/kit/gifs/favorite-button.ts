import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import { icon } from '../page/icon.ts'
import type { SiteView } from '../page/site-view.ts'

/** A form that adds a GIF to the viewer's favorites or removes it. Null for visitors, who have no favorites. */
export function favoriteButton(
  { links, viewer, favorites, messages }: SiteView,
  { id, code, title }: Gif,
  look: 'card' | 'page',
): Html | null {
  if (viewer.account === null) return null
  const texts = messages.kit.cardActions
  const isFavorite = favorites.has(id)
  return html`<form method="post" action="${links.path(`/${code}/favourite`)}" data-favorite>
    <input type="hidden" name="favorite" value="${isFavorite ? 0 : 1}" /><button
      class="${look === 'card' ? 'card__action' : 'button'} favorite"
      type="submit"
      aria-pressed="${isFavorite ? 'true' : 'false'}"
      ${look === 'card' && html`aria-label="${texts.favoriteAbout(title)}" title="${texts.favorite}"`}
    >
      ${icon('heart')}${look === 'page' && texts.favorite}
    </button>
  </form>`
}
