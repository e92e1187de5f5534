import type { Category } from '../../catalogue/category.ts'
import { maxAltLength, maxTags, maxTitleLength } from '../../options/rules/title-and-tags.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import type { FormFields } from './form-fields.ts'
import { visibilityField } from '../kit/forms/visibility.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { ratingField } from '../kit/forms/rating.ts'
import { checkField, choiceField, textField } from '../kit/forms/fields.ts'

/** The title, category, tags, rating and visibility. Options that need an account or Premium link to it. */
export function detailsSection(
  view: SiteView,
  categories: readonly Category[],
  fields: FormFields,
  error: AppError | null,
): Html {
  const texts = view.messages.maker.details
  return html`<div class="form">
      ${textField({
        label: texts.title,
        name: 'title',
        value: fields.title,
        maxLength: maxTitleLength,
        autocomplete: 'off',
        hint: html`<span data-for="url">${texts.titleHint}</span
          ><span data-for="video pictures">${texts.titleOfFileHint}</span>`,
        error,
      })}
      ${textField({
        label: texts.alt,
        name: 'alt',
        value: fields.alt,
        rows: 2,
        maxLength: maxAltLength,
        placeholder: texts.altPlaceholder,
        hint: texts.altHint,
        error,
      })}
      ${choiceField({
        label: texts.category,
        name: 'category',
        value: fields.category,
        options: [
          { value: '', label: texts.chooseCategory },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ],
        error,
      })}
      ${textField({
        label: texts.tags,
        name: 'tags',
        value: fields.tags,
        autocomplete: 'off',
        placeholder: texts.tagsPlaceholder,
        hint: texts.tagsHint(maxTags),
        error,
      })}
      <ul class="chips" data-tag-chips aria-label="${texts.tagList}" hidden></ul>
      ${ratingField(view, { value: fields.rating, error })}
    </div>
    <div class="maker__options">${whoSeesIt(view, fields, error)} ${watermark(view, fields, error)}</div>`
}

/** Accounts choose; what a visitor makes is published afterwards. */
function whoSeesIt(view: SiteView, fields: FormFields, error: AppError | null): Html {
  const { viewer, links, messages } = view
  if (viewer.account !== null) return visibilityField(view, { value: fields.visibility, error })
  const texts = messages.publishing.visibility
  const signIn = html`<a href="${links.signIn('/create')}" data-leave-link
    >${texts.signIn}${newTab(messages.maker.details.newTab)}</a
  >`
  return html`<div class="field" data-closed="visibility">
    <p class="field__label">${texts.legend}</p>
    <p class="field__hint">
      ${view.publishing === 'accounts' ? texts.visitorStays : texts.visitor}
      ${texts.privateNeedsAccount(signIn)}
    </p>
  </div>`
}

function watermark(
  { viewer, links, name, messages, watermark: mark }: SiteView,
  fields: FormFields,
  error: AppError | null,
): Html | null {
  // It has a meaning only where there is a watermark.
  if (mark === null) return null
  const { account } = viewer
  const isAllowed = account?.premium === true
  const texts = messages.maker.details
  const href = account === null ? links.signIn('/create') : links.path('/settings')
  return checkField({
    label: texts.noWatermark,
    name: 'watermark_type',
    value: 'none',
    checked: isAllowed && fields.withoutWatermark,
    disabled: !isAllowed,
    hint: isAllowed
      ? texts.noWatermarkHint(name)
      : html`<a href="${href}" data-leave-link>${texts.premium}${newTab(texts.newTab)}</a
          >${texts.canRemoveWatermark}`,
    error,
  })
}

/** Shown once the form holds something to lose: from then on the link opens in a new tab. */
const newTab = (text: string) => html`<span data-new-tab hidden>${text}</span>`
