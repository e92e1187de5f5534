import type { Category } from '../../catalogue/category.ts'
import { tagCount, titleLength } from '../../catalogue/title-and-tags.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import type { FormFields } from './creation-form.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { checkField, choiceField, textField } from '../kit/forms/fields.ts'

/** What the GIF is called and who sees it. What the account may not do is shown with the way there. */
export function createDetails(
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
        hint: html`<span data-for="url">May be left empty: then it is the title of the page.</span>`,
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
        hint: `With commas between them, ${tagCount} at most.`,
        error,
      })}
      <ul class="chips" data-tag-chips aria-label="Tags as they will be" hidden></ul>
    </div>
    <div class="maker__options">
      ${privacy(view, fields, error)}
      ${checkField({ label: 'Not safe for work', name: 'nsfw', checked: fields.nsfw, hint: 'Hidden from search until asked for.', error })}
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
      ? `Leaves the small mark of ${name} out.`
      : html`<a href="${way}" data-leads-away>Premium accounts${newTab}</a> can leave the watermark out.`,
    error,
  })
}

/** Shown once there is something to lose: from then on the link leaves the form where it is. */
const newTab = html`<span data-new-tab hidden> (in a new tab)</span>`
