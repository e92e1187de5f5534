import type { Collection } from '../../catalogue/collections/collection.ts'
import type { CollectionReport, ReportedCollection } from '../../catalogue/collections/collection-store.ts'
import { type Html, html } from '../../lib/html.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { type Listing, listPages } from '../kit/page/list-pages.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { adminPage } from './admin-page.ts'

export type CollectionsData = {
  total: number
  collections: Collection[]
  /** The reported collections that need an answer, one page at most. */
  reported: { total: number; collections: ReportedCollection[] }
  listing: Listing
  done: string
}

/** The collections that are not private, newest first: other people see the names that accounts give them. */
export function adminCollectionsPage(
  view: SiteView,
  { total, collections, reported, listing, done }: CollectionsData,
): Html {
  const texts = view.messages.admin.collections
  return adminPage(view, {
    tab: 'collections',
    title: view.messages.admin.tabs.collections,
    aside: texts.count(total),
    done,
    main: html`${
      reported.total > 0 &&
      html`<section class="stack" aria-labelledby="reported">
        <h2 id="reported">${texts.reported(reported.total)}</h2>
        <ul class="records">
          ${reported.collections.map(({ collection, reports }) => record(view, collection, reports))}
        </ul>
        <h2>${texts.all}</h2>
      </section>`
    }
    ${
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
  reports: readonly CollectionReport[] = [],
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
      ${reports.map(
        ({ reason, words, createdAt: sentAt }) =>
          html`<p class="prose-lines" dir="auto">
            <strong>${messages.notices.reasons[reason]}</strong>
            <span class="soft">${messages.formats.formatDate(sentAt)}</span
            >${words !== '' && html`<br />${words}`}
          </p>`,
      )}
      <div class="actions">
        ${
          reports.length > 0 &&
          postButton(view, { path: `/admin/collections/${code}/keep`, label: texts.keep, about: name })
        }
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
