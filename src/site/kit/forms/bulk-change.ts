import Type from 'typebox'
import type { Category } from '../../../catalogue/category.ts'
import type { ManyChange } from '../../../catalogue/change-many.ts'
import { ratings, visibilities } from '../../../catalogue/gif.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { type Typed, typedText } from '../requests/post-form.ts'
import { choiceField, textField } from './fields.ts'
import { readRatingChoice, unrated } from './rating.ts'
import { splitTagLine, tagLine } from './tag-line.ts'

const text = Type.Optional(Type.String({ default: '' }))

/** The values of a form that changes several GIFs; empty ones change nothing. */
export const bulkChangeValues = {
  add_tags: tagLine,
  remove_tags: tagLine,
  category: text,
  rating: text,
  visibility: text,
}

type BulkChange = { [Name in keyof typeof bulkChangeValues]: string }

/** The values of a rejected form, to show again. */
export function typedBulkChange(typed: Typed): BulkChange {
  return {
    add_tags: typedText(typed, 'add_tags'),
    remove_tags: typedText(typed, 'remove_tags'),
    category: typedText(typed, 'category'),
    rating: typedText(typed, 'rating'),
    visibility: typedText(typed, 'visibility'),
  }
}

/** The change requested by the fields. Throws AppError invalid_value. */
export function readBulkChange(values: Partial<BulkChange>): ManyChange {
  const { add_tags: add = '', remove_tags: remove = '', category = '', rating = '', visibility = '' } = values
  const visible = visibilities.find((known) => known === visibility)
  if (visibility !== '' && visible === undefined)
    throw new AppError(
      'invalid_value',
      { detail: 'mustBeAnyOf', name: 'visibility', choices: visibilities.join(',') },
      { field: 'visibility' },
    )
  return {
    ...(add !== '' && { addTags: splitTagLine(add) }),
    ...(remove !== '' && { removeTags: splitTagLine(remove) }),
    // A malformed id becomes 0, which no category has.
    ...(category !== '' && { categoryId: /^[1-9]\d{0,14}$/.test(category) ? Number(category) : 0 }),
    ...(rating !== '' && { rating: readRatingChoice(rating) }),
    ...(visible !== undefined && { visibility: visible }),
  }
}

/**
 * The fields to change the selected GIFs of a form, collapsed at first. They must come before the form's other buttons:
 * Enter presses the first button, and this one changes nothing while no field is filled in.
 */
export function bulkChangeFields(
  { messages, defaultRating }: SiteView,
  data: { categories: readonly Category[]; typed: BulkChange | null; error: AppError | null },
): Html {
  const { bulk, rating } = messages.kit
  const { typed, error } = data
  const unchanged = { value: '', label: bulk.unchanged }
  const isOpen = error !== null && typed !== null && Object.values(typed).some((value) => value !== '')
  return html`<details class="bulk__change" ${isOpen && html` open`}>
    <summary class="button">${bulk.change}</summary>
    <div class="bulk__fields">
      ${textField({ label: bulk.addTags, name: 'add_tags', value: typed?.add_tags ?? '', hint: bulk.tagsHint, autocomplete: 'off', error })}
      ${textField({ label: bulk.removeTags, name: 'remove_tags', value: typed?.remove_tags ?? '', hint: bulk.tagsHint, autocomplete: 'off', error })}
      ${choiceField({
        label: bulk.category,
        name: 'category',
        value: typed?.category ?? '',
        options: [unchanged, ...data.categories.map(({ id, name }) => ({ value: String(id), label: name }))],
        error,
      })}
      ${choiceField({
        label: rating.label,
        name: 'rating',
        value: typed?.rating ?? '',
        options: [
          unchanged,
          { value: unrated, label: rating.unrated(rating.names[defaultRating]) },
          ...ratings.map((known) => ({ value: known, label: rating.choices[known] })),
        ],
        error,
      })}
      ${choiceField({
        label: bulk.visibility,
        name: 'visibility',
        value: typed?.visibility ?? '',
        options: [
          unchanged,
          ...visibilities.map((known) => ({ value: known, label: bulk.visibilities[known] })),
        ],
        error,
      })}
      <button class="button button--strong" type="submit" name="action" value="change">${bulk.apply}</button>
    </div>
  </details>`
}

/** The error of an action without a selection. */
export function nothingSelected(): AppError {
  return new AppError('invalid_value', { detail: 'selectFirst' })
}
