import type { ListedCollection } from '../../catalogue/collections/collection-store.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { formError, notice } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { collectionCard } from './collection-card.ts'
import { collectionFields, newCollection, type ShownValues } from './collection-form.ts'

export type CollectionsData = {
  collections: readonly ListedCollection[]
  /** True if a collection has just been deleted. */
  isDeleted: boolean
  /** The typed values of a rejected form, with the error. */
  typed: { values: ShownValues; error: AppError } | null
}

/** The viewer's collections, and a form to create one. */
export function collectionsPage(view: SiteView, { collections, isDeleted, typed }: CollectionsData): Html {
  const texts = view.messages.collections
  const error = typed?.error ?? null
  return layout(view, {
    feature: 'collections',
    isWide: true,
    title: texts.list.title,
    indexed: false,
    main: html`<div class="heading"><h1>${texts.list.title}</h1></div>
      <div class="stack">
        ${isDeleted && notice(texts.list.done.deleted)}
        ${
          collections.length === 0
            ? html`<p>${texts.list.empty}</p>`
            : html`<ul class="collection-list">
                ${collections.map((one) => collectionCard(view, one))}
              </ul>`
        }
        <form
          class="form panel collection-new"
          method="post"
          action="${view.links.path('/mine/collections')}"
        >
          <h2>${texts.form.newHeading}</h2>
          ${formError(error, ['name', 'description', 'visibility'])}
          ${collectionFields(view, typed?.values ?? newCollection, error)}
          <div class="actions">
            <button class="button button--strong" type="submit">${texts.form.create}</button>
          </div>
        </form>
      </div>`,
  })
}
