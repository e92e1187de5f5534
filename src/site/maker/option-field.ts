import type { LayerLimits } from '../../layers/layer-limits.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import {
  type ChoiceOption,
  formNameOf,
  type NumberOption,
  type Option,
  type LengthLimits,
  type OptionLimits,
  rangeOf,
} from '../../options/option.ts'
import { checkField, choiceField, textField } from '../kit/forms/fields.ts'
import type { Messages } from '../messages/messages.ts'
import type { FormFields } from './form-fields.ts'

/** The limits of the instance, which the browser reads from the page. */
export type MakerLimits = OptionLimits &
  LengthLimits & {
    maxUploadBytes: number
    maxPictureBytes: number
    maxRecordingSeconds: number
    layers: LayerLimits
  }

/** What the parts of the form are made from. */
export type MakerFormData = {
  fields: FormFields
  limits: MakerLimits
  error: AppError | null
  messages: Messages['maker']
  formats: Messages['formats']
}

const megabyte = 1_000_000

/** The field of an option, by its type. The crop has a panel of its own. */
export function optionField(described: Exclude<Option, { type: 'crop' }>, data: MakerFormData): Html {
  const name = formNameOf(described)
  const option = inLanguage(described, data.messages)
  switch (option.type) {
    case 'flag':
      return checkField({
        label: option.label,
        name,
        checked: data.fields.options[name] === '1',
        error: data.error,
        ...(typeof option.help === 'string' && { hint: option.help }),
      })
    case 'choice':
      return radioFields(option, data)
    case 'bytes':
      return sizeField(option, data)
    case 'time':
      return textField({
        label: data.messages.video.inSeconds(option.label),
        name,
        inputMode: 'decimal',
        autocomplete: 'off',
        value: data.fields.options[name] ?? '',
        error: data.error,
      })
    default:
      return numberField(option, data)
  }
}

/** An option with the texts of a language in place of its own. */
function inLanguage<T extends Exclude<Option, { type: 'crop' }>>(option: T, messages: Messages['maker']): T {
  const { choices, ...texts } = messages.options.texts[formNameOf(option)] ?? {}
  if (option.type !== 'choice') return { ...option, ...texts }
  return {
    ...option,
    ...texts,
    choices: option.choices.map((choice) => ({ ...choice, ...choices?.[choice.value] })),
  }
}

function numberField(option: NumberOption, { fields, limits, error, messages }: MakerFormData): Html {
  const { label, help, typical, suggestions } = option
  const name = formNameOf(option)
  const range = rangeOf(option, limits)
  const hint = typeof help === 'function' ? help(range) : help
  const placeholder =
    option.placeholder ?? (typical === undefined ? undefined : String(Math.min(typical, range.max)))
  const isWhole = option.type === 'whole'
  const field = textField({
    label,
    name,
    type: 'number',
    inputMode: isWhole ? 'numeric' : 'decimal',
    ...range,
    error,
    step: option.step ?? (isWhole ? 1 : 'any'),
    value: fields.options[name] ?? '',
    ...(hint !== undefined && { hint }),
    ...(placeholder !== undefined && { placeholder }),
  })
  if (suggestions === undefined) return field
  return html`<div class="speed">
    ${field}
    <div class="speed__common live-only" role="group" aria-label="${messages.options.common(label)}">
      ${suggestions.map(({ value, label }) => html`<button class="button" type="button" data-set="${name}" value="${value}">${label}</button>`)}
    </div>
  </div>`
}

function radioFields(option: ChoiceOption, { fields, error }: MakerFormData): Html {
  const name = formNameOf(option)
  const isInvalid = error?.field === name
  return html`<fieldset
    class="quality field"
    ${isInvalid && html` aria-describedby="field-${name}-error"`}
    data-field-for="${name}"
  >
    <legend class="field__label">${option.label}</legend>
    ${option.choices.map(
      ({ value, label, help }) =>
        html`<label class="choice">
          <input
            type="radio"
            name="${name}"
            value="${value}"
            aria-labelledby="${name}-${value}"
            aria-describedby="${name}-${value}-hint ${name}-${value}-size"
            ${value === fields.options[name] && html` checked`}
          />
          <span class="choice__name" id="${name}-${value}">${label}</span>
          <span class="choice__size" id="${name}-${value}-size" data-preset-size="${value}"></span>
          <span class="choice__hint" id="${name}-${value}-hint">${help}</span>
        </label>`,
    )}
    ${isInvalid && html`<p class="field__error" id="field-${name}-error">${error.message}</p>`}
  </fieldset>`
}

/** A size is chosen from a list; with script there is a field for any other. */
function sizeField(option: NumberOption, { fields, error, messages }: MakerFormData): Html {
  const name = formNameOf(option)
  const chosen = fields.options[name] ?? ''
  const known = (option.suggestions ?? []).map(({ value, label }) => ({ value: String(value), label }))
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen)
  const own = isKnown ? [] : [{ value: chosen, label: messages.options.megabytes(Number(chosen) / megabyte) }]
  return html`<div class="size">
    ${choiceField({
      label: option.label,
      name,
      value: chosen,
      error,
      ...(typeof option.help === 'string' && { hint: option.help }),
      options: [{ value: '', label: messages.options.noLimit }, ...known, ...own],
    })}
    <div class="field live-only" data-own-size hidden>
      <label for="own-size">${messages.options.customSize(option.label)}</label>
      <input id="own-size" type="number" inputmode="decimal" step="any" data-field-for="${name}" />
    </div>
  </div>`
}
