import Type from 'typebox'
import { visibilities, type Visibility } from '../../catalogue/gif.ts'
import {
  type Collection,
  maxDescriptionLength,
  maxNameLength,
} from '../../catalogue/collections/collection.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { choiceField, textField } from '../kit/forms/fields.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { trimmedText } from '../../lib/text/text-lengths.ts'
import { type Typed, typedText } from '../kit/requests/post-form.ts'

/** The fields of a collection, as its forms send them. */
export const collectionValues = Type.Object({
  name: trimmedText(maxNameLength),
  description: Type.Optional(trimmedText(maxDescriptionLength)),
  visibility: Type.Optional(Type.Union(visibilities.map((name) => Type.Literal(name)))),
})

/** The values shown in the fields. */
export type ShownValues = { name: string; description: string; visibility: Visibility }

export const newCollection: ShownValues = { name: '', description: '', visibility: 'private' }

/** The fields of a form about a collection. */
export function collectionFields({ messages }: SiteView, values: ShownValues, error: AppError | null): Html {
  const texts = messages.collections.form
  return html`${textField({
    label: texts.name,
    name: 'name',
    value: values.name,
    required: true,
    maxLength: maxNameLength,
    error,
  })}
  ${textField({
    label: texts.description,
    name: 'description',
    value: values.description,
    hint: texts.descriptionHint,
    maxLength: maxDescriptionLength,
    rows: 2,
    error,
  })}
  ${choiceField({
    label: texts.visibility,
    name: 'visibility',
    value: values.visibility,
    options: visibilities.map((value) => ({ value, label: texts.visibilities[value] })),
    error,
  })}`
}

export function shownValues({ name, description, visibility }: Collection): ShownValues {
  return { name, description: description ?? '', visibility }
}

/** The typed values, to show again after an error. */
export function typedValues(typed: Typed): ShownValues {
  const visibility = visibilities.find((name) => name === typedText(typed, 'visibility'))
  return {
    name: typedText(typed, 'name'),
    description: typedText(typed, 'description'),
    visibility: visibility ?? newCollection.visibility,
  }
}
