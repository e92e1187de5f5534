import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import { type Collection, isOpenCollection } from '../../catalogue/collections/collection.ts'
import { ownsCollection } from '../../catalogue/collections/show-collection.ts'
import { type Html, html } from '../../lib/html.ts'
import { copyField } from '../kit/forms/fields.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { gifGrid } from '../kit/gifs/gif-grid.ts'
import { frameCode } from '../kit/gifs/copy-fields.ts'
import { layout, pageHeading } from '../kit/page/layout.ts'
import { type Listing, listPages } from '../kit/page/list-pages.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { visibilityBadge } from './collection-card.ts'
import { collectionTags } from './social-tags.ts'

export type CollectionData = {
  collection: Collection
  /** The number of GIFs that the viewer may see, and the GIFs of this page. */
  total: number
  gifs: Gif[]
  /** The number of GIFs that everyone may see. */
  listed: number
  listing: Listing
  /** True if the viewer has just reported the collection. */
  isReported: boolean
}

/** The size of a collection's frame, unless it is changed where it is pasted. */
const frameSize = { width: 640, height: 480 }

/** The page of a collection: its grid, and the actions of its owner and the operator. */
export function collectionPage(view: SiteView, data: CollectionData): Html {
  const { collection, total, gifs, listing } = data
  const { messages, viewer } = view
  const texts = messages.collections.page
  const isOwn = ownsCollection(collection, viewer)
  const isIndexed = collection.visibility === 'public' && !collection.hidden && !gifs.some(isNsfw)
  return layout(view, {
    feature: 'collections',
    isWide: true,
    title: collection.name,
    description: collection.description ?? texts.description(collection.name, data.listed),
    head: collectionTags(view, data) ?? undefined,
    indexed: isIndexed && total > 0,
    main: html`<div class="collection">
        <div class="collection__words">
          ${pageHeading(collection.name)}
          ${collection.description !== null && html`<p class="collection__description" dir="auto">${collection.description}</p>`}
          <p class="soft">
            ${messages.kit.gifCount(total)}
            ${(isOwn || collection.hidden) && visibilityBadge(view, collection)}
          </p>
          ${data.isReported && html`<p class="notice" role="status">${messages.collections.report.sent}</p>`}
          ${notes(view, data)}
        </div>
        <div class="collection__side">
          ${isOpenCollection(collection) ? sharing(view, collection) : managing(view, collection)}
        </div>
      </div>
      ${gifs.length > 0 && gifGrid(view, gifs, { atTop: true })}
      ${total === 0 && html`<p class="empty">${isOwn ? texts.emptyOwn : texts.empty}</p>`}
      ${listPages(view, listing)}`,
  })
}

function notes({ messages, viewer }: SiteView, { collection, total, listed }: CollectionData): Html {
  const texts = messages.collections.page
  const isOwn = ownsCollection(collection, viewer)
  return html`${collection.hidden && html`<p class="note">${isOwn ? texts.hiddenForOwner : texts.hiddenForAdmin}</p>`}
  ${!collection.hidden && collection.visibility === 'private' && html`<p class="note">${texts.private}</p>`}
  ${isOwn && isOpenCollection(collection) && total > listed && html`<p class="note">${texts.onlyYours(total - listed)}</p>`}`
}

/** The link to share, with the frame's code and the feed behind "More". */
function sharing(view: SiteView, collection: Collection): Html {
  const { links } = view
  const texts = view.messages.collections.page
  return html`<section class="share" aria-labelledby="share">
    <h2 class="visually-hidden" id="share">${texts.heading}</h2>
    <div class="copy">
      <label
        ><span class="visually-hidden">${texts.link}</span
        ><input type="text" readonly value="${links.absolute(`/c/${collection.code}`)}"
      /></label>
      <button class="button button--strong" type="button" data-copy data-waits>
        <span data-copy-label>${texts.copyLink}</span>
      </button>
    </div>
    <div class="actions share__actions">
      <details class="menu more" data-menu>
        <summary class="button">${texts.more}</summary>
        <div class="menu__sheet more__sheet">
          ${copyField(view, texts.embed, String(frameCode({ src: links.absolute(`/c/${collection.code}/embed`), title: collection.name, ...frameSize })))}
          <p class="soft">${texts.embedHint}</p>
          ${copyField(view, texts.feed, links.absolute(`/c/${collection.code}/feed.atom`))}
          ${
            !ownsCollection(collection, view.viewer) &&
            html`<a href="${links.path(`/c/${collection.code}/report`)}" rel="nofollow"
              >${view.messages.collections.report.link}</a
            >`
          }
        </div>
      </details>
      ${managing(view, collection)}
    </div>
  </section>`
}

function managing(view: SiteView, collection: Collection): Html | null {
  const { links, viewer, messages } = view
  const texts = messages.collections.page
  const path = (end: string) => `/c/${collection.code}/${end}`
  const isOwn = ownsCollection(collection, viewer)
  const mayHide = viewer.account?.admin === true && collection.visibility !== 'private'
  if (!isOwn && !mayHide) return null
  return html`<div class="actions">
    ${
      isOwn &&
      html`<a class="button" href="${links.path(path('edit'))}">${texts.edit}</a>
        <a class="button button--danger" href="${links.path(path('delete'))}">${texts.delete}</a>`
    }
    ${
      mayHide &&
      postButton(view, {
        path: path('hide'),
        label: collection.hidden ? texts.show : texts.hide,
        values: { hidden: collection.hidden ? '0' : '1' },
      })
    }
  </div>`
}
