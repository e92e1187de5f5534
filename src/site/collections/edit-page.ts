import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import type { Collection } from '../../catalogue/collections/collection.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { formError, notice } from '../kit/forms/fields.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { smallStillUrl } from '../kit/gifs/stills.ts'
import { layout } from '../kit/page/layout.ts'
import { type Listing, listPages } from '../kit/page/list-pages.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { collectionFields, type ShownValues } from './collection-form.ts'

export type EditData = {
  collection: Collection
  values: ShownValues
  error: AppError | null
  isSaved: boolean
  total: number
  gifs: Gif[]
  /** The position of the first of these GIFs, counted from 1. */
  firstPlace: number
  listing: Listing
}

/** The page to edit the name and visibility of a collection and the order of its GIFs. */
export function editCollectionPage(view: SiteView, data: EditData): Html {
  const { collection, values, error, gifs, listing } = data
  const { links, messages } = view
  const texts = messages.collections
  const path = `/c/${collection.code}`
  return layout(view, {
    feature: 'collections',
    title: texts.edit.title,
    indexed: false,
    main: html`<div class="page--text stack">
      <h1>${texts.edit.title}</h1>
      ${data.isSaved && notice(texts.edit.saved)}
      <form class="form panel" method="post" action="${links.path(`${path}/edit`)}">
        ${formError(error, ['name', 'description', 'visibility'])} ${collectionFields(view, values, error)}
        <div class="actions">
          <button class="button button--strong" type="submit">${texts.form.save}</button>
          <a class="button" href="${links.path(path)}">${texts.form.cancel}</a>
        </div>
      </form>
      ${
        gifs.length > 0 &&
        html`<section class="stack" aria-labelledby="gifs">
          <h2 id="gifs">${texts.edit.gifs}</h2>
          <ol class="ordered" start="${data.firstPlace}">
            ${gifs.map((gif, index) => orderedGif(view, data, gif, data.firstPlace + index))}
          </ol>
          ${listPages(view, listing)}
        </section>`
      }
    </div>`,
  })
}

function orderedGif(view: SiteView, { collection, total, listing }: EditData, gif: Gif, place: number): Html {
  const texts = view.messages.collections.edit
  const { title, code, width, height } = gif
  const button = (label: string, action: string, to: number, disabled: boolean) =>
    postButton(view, {
      path: `/c/${collection.code}/gifs`,
      label,
      about: title,
      disabled,
      values: { action, gif: code, place: String(Math.max(1, to)), page: String(listing.page) },
    })
  return html`<li class="ordered__gif">
    <img
      class="${isNsfw(gif) && 'blurred'}"
      src="${smallStillUrl(view, gif)}"
      alt=""
      width="${width}"
      height="${height}"
      loading="lazy"
    />
    <a class="ordered__title cut" dir="auto" href="${view.links.path(`/${code}`)}">${title}</a>
    <div class="actions">
      ${button(texts.first, 'move', 1, place === 1)} ${button(texts.earlier, 'move', place - 1, place === 1)}
      ${button(texts.later, 'move', place + 1, place === total)}
      ${button(texts.remove, 'remove', place, false)}
    </div>
  </li>`
}

/** The confirmation page for deleting a collection. */
export function deleteCollectionPage(view: SiteView, { code, name }: Collection): Html {
  const { links } = view
  const texts = view.messages.collections.delete
  return layout(view, {
    feature: 'collections',
    title: texts.title,
    indexed: false,
    main: html`<div class="page--text stack">
      <h1>${texts.title}</h1>
      <form class="form panel" method="post" action="${links.path(`/c/${code}/delete`)}">
        <p>${texts.explanation(name)}</p>
        <div class="actions">
          <button class="button button--danger" type="submit">${texts.confirm}</button>
          <a class="button" href="${links.path(`/c/${code}`)}">${texts.cancel}</a>
        </div>
      </form>
    </div>`,
  })
}
