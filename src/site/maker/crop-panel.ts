import { clipOptions } from '../../options/clip-options.ts'
import { minCropSide } from '../../options/rules/crop.ts'
import { type Html, html } from '../../lib/html.ts'
import type { MakerFormData } from './option-field.ts'
import { optionGroup } from './option-group.ts'
import { textField } from '../kit/forms/fields.ts'

const numbers = [
  { name: 'x', min: 0 },
  { name: 'y', min: 0 },
  { name: 'width', min: minCropSide },
  { name: 'height', min: minCropSide },
] as const

/** The part of the picture to keep, in its pixels: one field in a plain form, four numbers with script. */
export function cropPanel({ fields, error, messages }: MakerFormData): Html {
  const texts = messages.crop
  return optionGroup({
    name: 'crop',
    title: texts.title,
    sources: 'video url',
    attributes: html` data-crop`,
    state: html`<span data-crop-state></span>`,
    body: html`<div class="plain-only">
        ${textField({ label: texts.field, name: clipOptions.crop.name, value: fields.options.crop ?? '', autocomplete: 'off', placeholder: '0,40,320,180', hint: clipOptions.crop.help, error })}
      </div>
      <div class="crop__body live-only">
        <div class="crop__shape" data-crop-shape hidden>
          <div class="field">
            <label for="crop-shape">${texts.shape}</label>
            <select id="crop-shape">
              ${Object.entries(texts.shapes).map(([aspect, label]) => html`<option value="${aspect}">${label}</option>`)}
            </select>
          </div>
          <button class="button" type="button" data-crop-whole>${texts.whole}</button>
        </div>
        <fieldset class="field crop__numbers" data-crop-numbers>
          <legend class="visually-hidden">${texts.legend}</legend>
          ${numbers.map(
            ({ name, min }) =>
              html`<div class="crop__number">
                <label for="crop-${name}">${texts.numbers[name]}</label>
                <input
                  id="crop-${name}"
                  type="number"
                  inputmode="numeric"
                  min="${min}"
                  step="1"
                  data-crop-number="${name}"
                  ${name === 'x' && html` data-field-for="crop"`}
                />
              </div>`,
          )}
        </fieldset>
        <p class="timeline__hint" id="crop-keys" data-crop-drawn hidden>
          ${texts.drag}
          <span class="keys">${texts.keys}</span>
        </p>
        <p class="timeline__hint" data-crop-typed>${texts.typed}</p>
      </div>`,
  })
}
