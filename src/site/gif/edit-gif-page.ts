import type { Category } from '../../catalogue/category.ts'
import { maxAltLength, maxTags, maxTitleLength } from '../../options/rules/title-and-tags.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { ratingField } from '../kit/forms/rating.ts'
import { choiceField, errorSummary, textField } from '../kit/forms/fields.ts'
import { visibilityField } from '../kit/forms/visibility.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The values of the form. */
export type EditedGif = {
  code: string
  title: string
  /** Empty for none. */
  alt: string
  categoryId: string
  /** Separated by commas. */
  tags: string
  /** `unrated` for none. */
  rating: string
  visibility: string
  /** True if the operator has hidden the GIF; `visibility` then stays unchanged. */
  hidden: boolean
}

/** The page for owners to edit a GIF. `error` is the reason why the last attempt was rejected. */
export function editGifPage(
  view: SiteView,
  gif: EditedGif,
  categories: readonly Category[],
  error: AppError | null,
): Html {
  const { links, messages } = view
  const texts = messages.gif.edit
  return layout(view, {
    feature: 'gif',
    title: texts.title,
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>${texts.title}</h1>
      ${errorSummary(error)}
      <form class="form panel" method="post" action="${links.path(`/${gif.code}/edit`)}">
        ${textField({ label: texts.titleField, name: 'title', value: gif.title, required: true, maxLength: maxTitleLength, autocomplete: 'off', error })}
        ${textField({ label: texts.alt, name: 'alt', value: gif.alt, rows: 3, maxLength: maxAltLength, hint: texts.altHint, error })}
        ${choiceField({
          label: texts.category,
          name: 'category',
          value: gif.categoryId,
          options: categories.map(({ id, name }) => ({ value: String(id), label: name })),
          error,
        })}
        ${textField({ label: texts.tags, name: 'tags', value: gif.tags, hint: texts.tagsHint(maxTags), autocomplete: 'off', error })}
        ${ratingField(view, { value: gif.rating, error })} ${visibilityPart(view, gif, error)}
        <div class="actions">
          <button class="button button--strong" type="submit">${texts.save}</button>
          <a class="button" href="${links.path(`/${gif.code}`)}">${texts.cancel}</a>
        </div>
      </form>
      <p><a class="quiet" href="${links.path(`/${gif.code}/delete`)}">${texts.delete}</a></p>
    </div>`,
  })
}

function visibilityPart(view: SiteView, gif: EditedGif, error: AppError | null): Html {
  if (!gif.hidden) return visibilityField(view, { value: gif.visibility, error })
  return html`<input type="hidden" name="visibility" value="${gif.visibility}" />
    <p class="note">${view.messages.gif.edit.hidden}</p>`
}
