import type { Category } from '../../catalogue/category.ts'
import { tagCount, titleLength } from '../../catalogue/title-and-tags.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import type { FormFields } from './form-fields.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { checkField, choiceField, textField } from '../kit/forms/fields.ts'

/** The title, category and tags, and who sees the GIF. Options that need another account link to it. */
export function detailsSection(
  view: SiteView,
  categories: readonly Category[],
  fields: FormFields,
  error: AppError | null,
): Html {
  return html`<div class="form">
      ${textField({
        label: 'Title',
        name: 'title',
        value: fields.title,
        maxLength: titleLength,
        autocomplete: 'off',
        hint: html`<span data-for="url">Optional; we'll use the page's title.</span>`,
        error,
      })}
      ${choiceField({
        label: 'Category',
        name: 'category',
        value: fields.category,
        required: true,
        options: [
          { value: '', words: 'Choose a category …' },
          ...categories.map(({ id, name }) => ({ value: String(id), words: name })),
        ],
        error,
      })}
      ${textField({
        label: 'Tags',
        name: 'tags',
        value: fields.tags,
        autocomplete: 'off',
        placeholder: 'frog, splash, slow motion',
        hint: `Separate with commas, up to ${tagCount}.`,
        error,
      })}
      <ul class="chips" data-tag-chips aria-label="Tags" hidden></ul>
    </div>
    <div class="maker__options">
      ${privacy(view, fields, error)}
      ${checkField({ label: 'Not safe for work', name: 'nsfw', checked: fields.nsfw, hint: 'Hidden unless "Show NSFW" is on.', error })}
      ${watermark(view, fields, error)}
    </div>`
}

function privacy({ viewer, links }: SiteView, fields: FormFields, error: AppError | null): Html {
  const maySay = viewer.account !== null
  return checkField({
    label: 'Private',
    name: 'private',
    checked: maySay && fields.private,
    disabled: !maySay,
    hint: maySay
      ? 'Only you can see it.'
      : html`<a href="${links.signIn('/create')}" data-leads-away>Sign in${newTab}</a> to keep a GIF private.`,
    error,
  })
}

function watermark({ viewer, links, name }: SiteView, fields: FormFields, error: AppError | null): Html {
  const { account } = viewer
  const maySay = account?.premium === true
  const way = account === null ? links.signIn('/create') : links.path('/settings')
  return checkField({
    label: 'No watermark',
    name: 'watermark_type',
    value: 'none',
    checked: maySay && fields.withoutWatermark,
    disabled: !maySay,
    hint: maySay
      ? `Removes the ${name} watermark.`
      : html`<a href="${way}" data-leads-away>Premium accounts${newTab}</a> can remove the watermark.`,
    error,
  })
}

/** Shown once there is something to lose: from then on the link leaves the form where it is. */
const newTab = html`<span data-new-tab hidden> (in a new tab)</span>`
