import type { Category } from '../../catalogue/category.ts'
import { tagCount, titleLength } from '../../catalogue/title-and-tags.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { checkField, choiceField, errorSummary, textField } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** A GIF as it stands in the form. */
export type EditedGif = {
  code: string
  title: string
  categoryId: string
  /** Between commas. */
  tags: string
  nsfw: boolean
  private: boolean
  /** By the operator: then `private` stays as it is. */
  hidden: boolean
}

/** All that its owner can change of a GIF; with what was wrong, where it was not taken. */
export function editGifPage(
  view: SiteView,
  gif: EditedGif,
  categories: readonly Category[],
  error: AppError | null,
): Html {
  const { links } = view
  return layout(view, {
    title: 'Edit your GIF',
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>Edit your GIF</h1>
      ${errorSummary(error)}
      <form class="form panel" method="post" action="${links.path(`/${gif.code}/edit`)}">
        ${textField({ label: 'Title', name: 'title', value: gif.title, required: true, maxLength: titleLength, autocomplete: 'off', error })}
        ${choiceField({
          label: 'Category',
          name: 'category',
          value: gif.categoryId,
          options: categories.map(({ id, name }) => ({ value: String(id), words: name })),
          error,
        })}
        ${textField({ label: 'Tags', name: 'tags', value: gif.tags, hint: `Up to ${tagCount}, with commas between them.`, autocomplete: 'off', error })}
        ${checkField({ label: 'Not safe for work', name: 'nsfw', checked: gif.nsfw, hint: 'Shown only to who asks for it.', error })}
        ${privacyField(gif, error)}
        <div class="actions">
          <button class="button button--strong" type="submit">Save</button>
          <a class="button" href="${links.path(`/${gif.code}`)}">Cancel</a>
        </div>
      </form>
      <p><a class="quiet" href="${links.path(`/${gif.code}/delete`)}">Delete this GIF…</a></p>
    </div>`,
  })
}

function privacyField(gif: EditedGif, error: AppError | null): Html {
  if (gif.hidden) {
    return html`<input type="hidden" name="private" value="${gif.private ? 1 : 0}" />
      <p class="note">Hidden by the operator: until it is shown again, who can see it cannot be changed.</p>`
  }
  return checkField({
    label: 'Private',
    name: 'private',
    checked: gif.private,
    hint: 'Only you can see it. Addresses of its files that you gave away stop working.',
    error,
  })
}
