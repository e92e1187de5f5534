import { type Html, html } from '../../lib/html.ts'
import { clipOptions } from '../../options/clip-options.ts'
import { gifOptions } from '../../options/gif-options.ts'
import { formNameOf, type Option } from '../../options/option.ts'
import { optionField, type MakerFormData } from './option-field.ts'

/** How the GIF plays, its quality and its size; the rest is in a part that is closed at first. */
export function optionsSection(data: MakerFormData): Html {
  const texts = data.messages.options
  return html`<fieldset class="motion">
      <legend class="visually-hidden">${texts.playback}</legend>
      ${groupFields('playback', data, 'number')}
      <div class="motion__flags">${groupFields('playback', data, 'flag')}</div>
      <p class="timeline__hint live-only" data-for="video" data-direction-note hidden>${texts.forwardOnly}</p>
    </fieldset>
    ${optionField(gifOptions.preset, data)} ${optionField(gifOptions.maxBytes, data)} ${moreOptions(data)}`
}

function moreOptions(data: MakerFormData): Html {
  const names = [...optionsOf('more', clipOptions), ...optionsOf('more', gifOptions)].map(formNameOf)
  const isOpen = names.some((name) => data.fields.options[name] !== '' || data.error?.field === name)
  return html`<details class="more" ${isOpen && html` open`}>
    <summary>${data.messages.options.more}</summary>
    <div class="more__fields">${groupFields('more', data)}</div>
  </details>`
}

/** The fields of a group; those of videos are hidden where a GIF is made from pictures. */
function groupFields(group: Option['group'], data: MakerFormData, type?: Option['type']): Html {
  const fieldsOf = (table: typeof clipOptions | typeof gifOptions) =>
    optionsOf(group, table)
      .filter((option) => type === undefined || option.type === type)
      .flatMap((option) => (option.type === 'crop' ? [] : [optionField(option, data)]))
  return html`${fieldsOf(clipOptions).map((field) => html`<div data-for="video url">${field}</div>`)}
  ${fieldsOf(gifOptions)}`
}

function optionsOf(group: Option['group'], table: typeof clipOptions | typeof gifOptions): Option[] {
  return Object.values<Option>(table).filter((option) => option.group === group)
}
