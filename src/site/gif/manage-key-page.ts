import type { Category } from '../../catalogue/category.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { maxAltLength, maxTags, maxTitleLength } from '../../options/rules/title-and-tags.ts'
import { choiceField, errorSummary, notice, textField } from '../kit/forms/fields.ts'
import { ratingField } from '../kit/forms/rating.ts'
import { gifThumbnail } from '../kit/gifs/stills.ts'
import { type GifWithKey, manageLink, publishForm, publishingState } from '../kit/gifs/publishing.ts'
import { layout, pageHeading } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { deleteForm } from './gif-actions.ts'

/**
 * The page that asks for the manage key. The script takes the key from the address, after `#`, or from the browser's
 * storage, and sends it at once. The page reveals nothing about the GIF, not even that it exists.
 */
export function manageKeyPage(view: SiteView, code: string, error: AppError | null): Html {
  const texts = view.messages.publishing.manage
  return layout(view, {
    feature: 'gif',
    title: texts.openTitle,
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>${texts.openTitle}</h1>
      <p>${texts.lead}</p>
      ${errorSummary(error)}
      <form
        class="form panel"
        method="post"
        action="${view.links.path(`/${code}/manage`)}"
        data-manage-open="${code}"
        ${error !== null && html` data-refused`}
      >
        ${textField({ label: texts.key, name: 'key', required: true, maxLength: 100, autocomplete: 'off', hint: texts.keyHint, error })}
        <div class="actions">
          <button class="button button--strong" type="submit" name="action" value="open">
            ${texts.open}
          </button>
        </div>
      </form>
    </div>`,
  })
}

/** The values of the form to change the GIF. */
export type ManagedFields = { title: string; alt: string; category: string; tags: string; rating: string }

/** The GIF with all actions of its maker. Every form sends the key in its body. */
export function manageGifPage(
  view: SiteView,
  held: GifWithKey,
  data: {
    fields: ManagedFields
    categories: readonly Category[]
    error: AppError | null
    done: 'saved' | 'published' | 'asked' | 'unpublished' | null
  },
): Html {
  const texts = view.messages.publishing.manage
  const { gif } = held
  return layout(view, {
    feature: 'gif',
    title: texts.title(gif.title),
    indexed: false,
    main: html`<div class="page--narrow stack">
      ${pageHeading(gif.title)} ${errorSummary(data.error)} ${data.done !== null && notice(texts[data.done])}
      <div class="panel stack">
        ${gifThumbnail(view, gif)} ${publishingState(view, held)}
        <div class="actions">
          ${publishForm(view, held)}
          <a class="button" href="${view.links.path(`/${gif.code}`)}">${texts.view}</a>
        </div>
      </div>
      ${manageLink(view, held)} ${detailsForm(view, held, data)}
      <section class="panel stack" aria-labelledby="delete">
        <h2 id="delete">${texts.deleteHeading}</h2>
        ${deleteForm(view, gif, html``, held.key)}
      </section>
    </div>`,
  })
}

function detailsForm(
  view: SiteView,
  { gif, key, visitorGif }: GifWithKey,
  {
    fields,
    categories,
    error,
  }: { fields: ManagedFields; categories: readonly Category[]; error: AppError | null },
): Html {
  const texts = view.messages.publishing.manage
  const edit = view.messages.gif.edit
  return html`<form
    class="form panel"
    method="post"
    action="${view.links.path(`/${gif.code}/manage`)}"
    aria-labelledby="details"
  >
    <h2 id="details">${texts.details}</h2>
    <input type="hidden" name="key" value="${key}" />
    ${textField({ label: edit.titleField, name: 'title', value: fields.title, required: true, maxLength: maxTitleLength, autocomplete: 'off', error })}
    ${textField({ label: edit.alt, name: 'alt', value: fields.alt, rows: 3, maxLength: maxAltLength, hint: edit.altHint, error })}
    ${choiceField({
      label: edit.category,
      name: 'category',
      value: fields.category,
      options: categories.map(({ id, name }) => ({ value: String(id), label: name })),
      error,
    })}
    ${textField({ label: edit.tags, name: 'tags', value: fields.tags, hint: edit.tagsHint(maxTags), autocomplete: 'off', error })}
    ${ratingField(view, { value: fields.rating, error })}
    ${view.publishing === 'review' && visitorGif.state === 'published' && html`<p class="note">${texts.review}</p>`}
    <div class="actions">
      <button class="button button--strong" type="submit" name="action" value="save">${texts.save}</button>
    </div>
  </form>`
}
