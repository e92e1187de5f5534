import { isNsfw } from '../../catalogue/gif.ts'
import type { Collection } from '../../catalogue/collections/collection.ts'
import type { ListedCollection } from '../../catalogue/collections/collection-store.ts'
import { type Html, html } from '../../lib/html.ts'
import { smallStillUrl } from '../kit/gifs/stills.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** A collection in a list: its first GIFs, name and visibility. */
export function collectionCard(view: SiteView, { collection, gifs, covers }: ListedCollection): Html {
  const { links, messages } = view
  const texts = messages.collections
  return html`<li class="collection-card">
    <a href="${links.path(`/c/${collection.code}`)}">
      <span class="collection-card__covers">
        ${covers.map((gif) => html`<img class="${isNsfw(gif) && 'blurred'}" src="${smallStillUrl(view, gif)}" alt="" width="${gif.width}" height="${gif.height}" loading="lazy" />`)}
      </span>
      <span class="collection-card__name cut" dir="auto">${collection.name}</span>
    </a>
    <p class="soft">
      ${gifs > 0 ? messages.kit.gifCount(gifs) : texts.list.emptyCollection}
      ${visibilityBadge(view, collection)}
    </p>
  </li>`
}

export function visibilityBadge({ messages }: SiteView, { visibility, hidden }: Collection): Html {
  const texts = messages.collections.marks
  return html`<span class="badge">${texts[visibility]}</span>
    ${hidden && html`<span class="badge badge--bad">${texts.hidden}</span>`}`
}
