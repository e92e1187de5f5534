import type { Collection } from '../../collections/collection.ts'
import { type Html, html } from '../../lib/html.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { type Listing, listPages } from '../kit/page/list-pages.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { adminPage } from './admin-page.ts'

export type CollectionsData = { total: number; collections: Collection[]; listing: Listing; done: string }

/** The collections that are not private, the newest first: what accounts call them is seen by others. */
export function adminCollectionsPage(
  view: SiteView,
  { total, collections, listing, done }: CollectionsData,
): Html {
  const texts = view.messages.admin.collections
  return adminPage(view, {
    tab: 'collections',
    title: view.messages.admin.tabs.collections,
    aside: texts.count(total),
    done,
    main: html`${
      collections.length === 0
        ? html`<p class="nothing">${texts.none}</p>`
        : html`<ul class="records">
            ${collections.map((collection) => record(view, collection))}
          </ul>`
    }
    ${listPages(view, listing)}`,
  })
}

function record(
  view: SiteView,
  { code, name, description, visibility, hidden, ownerId, createdAt }: Collection,
): Html {
  const { links, messages } = view
  const texts = messages.admin.collections
  return html`<li class="record">
    <div class="stack">
      <p><a class="cut" dir="auto" href="${links.path(`/c/${code}`)}">${name}</a></p>
      ${description !== null && html`<p class="cut" dir="auto">${description}</p>`}
      <p class="soft">
        ${messages.collections.marks[visibility]}${hidden && html`, ${messages.collections.marks.hidden}`} ·
        ${messages.formats.formatDate(createdAt)} ·
        <a href="${links.path(`/admin/accounts/${ownerId}`)}">${texts.owner}</a>
      </p>
      <div class="actions">
        ${postButton(view, {
          path: `/admin/collections/${code}/hide`,
          label: hidden ? texts.show : texts.hide,
          about: name,
          values: { hidden: hidden ? '0' : '1' },
        })}
      </div>
    </div>
  </li>`
}
