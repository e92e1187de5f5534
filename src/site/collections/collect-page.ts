import type { Gif } from '../../catalogue/gif.ts'
import type { ListedCollection } from '../../catalogue/collections/collection-store.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { formError } from '../kit/forms/fields.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { gifThumbnail } from '../kit/gifs/stills.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { visibilityBadge } from './collection-card.ts'
import { collectionFields, newCollection, type ShownValues } from './collection-form.ts'

export type CollectData = {
  gif: Gif
  collections: readonly ListedCollection[]
  /** The ids of the collections that contain the GIF. */
  having: ReadonlySet<number>
  typed: { values: ShownValues; error: AppError } | null
}

/** The page to add a GIF to the viewer's collections or to a new one. */
export function collectPage(view: SiteView, { gif, collections, having, typed }: CollectData): Html {
  const { links, messages } = view
  const texts = messages.collections
  const path = `/${gif.code}/collect`
  const error = typed?.error ?? null
  return layout(view, {
    feature: 'collections',
    title: texts.collect.title,
    indexed: false,
    main: html`<div class="page--text stack">
      <h1>${texts.collect.heading(gif.title)}</h1>
      ${gifThumbnail(view, gif)}
      <ul class="collect">
        ${collections.map(({ collection }) => {
          const has = having.has(collection.id)
          return html`<li class="collect__one">
            <a class="cut" dir="auto" href="${links.path(`/c/${collection.code}`)}">${collection.name}</a>
            ${visibilityBadge(view, collection)}
            ${postButton(view, {
              path,
              label: has ? texts.collect.remove : texts.collect.add,
              about: collection.name,
              values: { collection: collection.code, action: has ? 'remove' : 'add' },
              ...(!has && { look: 'strong' as const }),
            })}
          </li>`
        })}
      </ul>
      <form class="form panel" method="post" action="${links.path(`${path}/new`)}">
        <h2>${texts.form.newHeading}</h2>
        ${formError(error, ['name', 'description', 'visibility'])}
        ${collectionFields(view, typed?.values ?? newCollection, error)}
        <div class="actions">
          <button class="button" type="submit">${texts.form.createAndAdd}</button>
        </div>
      </form>
      <p><a href="${links.path(`/${gif.code}`)}">${texts.collect.back}</a></p>
    </div>`,
  })
}
