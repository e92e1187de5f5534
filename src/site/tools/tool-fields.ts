import { type Html, html } from '../../lib/html.ts'
import { videoFileTypes } from '../../media/accepted-files.ts'
import { findPreset, gifOptions } from '../../options/gif-options.ts'
import { cropOverlay } from '../kit/forms/crop-overlay.ts'
import { checkField, choiceField, textField } from '../kit/forms/fields.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { type Typed, typedFlag, typedText } from '../kit/requests/post-form.ts'
import type { CreationLimits } from '../../creation/limits.ts'
import type { AppError } from '../../lib/app-error.ts'

/** Sizes that are offered, in bytes. */
const sizes = [10_000_000, 8_000_000, 5_000_000, 2_000_000, 1_000_000, 500_000]

/** The fields that have errors of their own. */
export const toolNames = [
  'frames',
  'start',
  'end',
  'speed',
  'fps',
  'crop',
  'width',
  'max_bytes',
  'preset',
  'append',
  'append_files[]',
] as const

export type ToolFieldData = {
  typed: Typed
  error: AppError | null
  limits: CreationLimits
}

/** The fields of the tools, by the names of the API, in groups. */
export function toolFields(view: SiteView, data: ToolFieldData): Html {
  const { groups } = view.messages.tools
  return html`${group(groups.cut, cutFields(view, data))} ${group(groups.play, playFields(view, data))}
  ${group(groups.size, sizeFields(view, data))} ${group(groups.append, appendFields(view, data))}`
}

const group = (title: string, fields: Html) =>
  html`<fieldset class="tools__group">
    <legend>${title}</legend>
    ${fields}
  </fieldset>`

function cutFields(view: SiteView, { typed, error }: ToolFieldData): Html {
  const texts = view.messages.tools.fields
  const shared = { autocomplete: 'off', error }
  return html`<div class="tools__pair">
      ${textField({ ...shared, label: texts.start, name: 'start', value: typedText(typed, 'start'), placeholder: '0' })}
      ${textField({ ...shared, label: texts.end, name: 'end', value: typedText(typed, 'end') })}
    </div>
    ${textField({ ...shared, label: texts.frames, name: 'frames', value: typedText(typed, 'frames'), hint: texts.framesHint })}`
}

function playFields(view: SiteView, { typed, error }: ToolFieldData): Html {
  const texts = view.messages.tools.fields
  return html`${textField({ label: texts.speed, name: 'speed', value: typedText(typed, 'speed'), inputMode: 'decimal', placeholder: '1', hint: texts.speedHint, autocomplete: 'off', error })}
  ${checkField({ label: texts.reverse, name: 'reverse', checked: typedFlag(typed, 'reverse') })}
  ${checkField({ label: texts.boomerang, name: 'boomerang', checked: typedFlag(typed, 'boomerang'), hint: texts.boomerangHint })}`
}

function sizeFields(view: SiteView, { typed, error, limits }: ToolFieldData): Html {
  const texts = view.messages.tools.fields
  const { formatBytes } = view.messages.formats
  const labels = view.messages.maker.options.texts.preset?.choices
  return html`<div class="tools__pair">
      ${textField({ label: texts.width, name: 'width', value: typedText(typed, 'width'), inputMode: 'numeric', hint: texts.widthHint(limits.maxWidth), autocomplete: 'off', error })}
      ${textField({ label: texts.crop, name: 'crop', value: typedText(typed, 'crop'), hint: texts.cropHint, autocomplete: 'off', error })}
      ${cropOnPicture(view)}
    </div>
    <div class="tools__pair">
      ${choiceField({
        label: texts.maxBytes,
        name: 'max_bytes',
        value: typedText(typed, 'max_bytes'),
        options: [
          { value: '', label: texts.anySize },
          ...sizes.map((bytes) => ({ value: String(bytes), label: texts.atMost(formatBytes(bytes)) })),
        ],
        error,
      })}
      ${choiceField({
        label: texts.preset,
        name: 'preset',
        value: findPreset(typedText(typed, 'preset')) ?? '',
        options: [
          { value: '', label: texts.asItIs },
          ...gifOptions.preset.choices.map((choice) => {
            const { label, help } = { ...choice, ...labels?.[choice.value] }
            return { value: choice.value, label: `${label} · ${help}` }
          }),
        ],
        error,
      })}
    </div>`
}

/** For the script, which shows it once it has opened the animation. */
function cropOnPicture({ messages }: SiteView): Html {
  const { drag, keys, title } = messages.maker.crop
  return html`<details class="tools__crop" data-crop-on-picture hidden>
    <summary>${messages.tools.fields.cropOnPicture}</summary>
    <div class="tools__crop-picture" data-crop-picture>${cropOverlay(title)}</div>
    <p class="field__hint" id="crop-keys">${drag} ${keys}</p>
  </details>`
}

function appendFields(view: SiteView, { typed, error, limits }: ToolFieldData): Html {
  const texts = view.messages.tools.fields
  const problem = error?.field === 'append_files[]' ? error.message.replaceAll('`', '') : null
  return html`<div class="field">
      <label for="field-append_files">${texts.appendFiles}</label>
      <input
        type="file"
        id="field-append_files"
        name="append_files[]"
        multiple
        accept="${videoFileTypes}"
        aria-describedby="field-append_files-hint"
      />
      <p class="field__hint" id="field-append_files-hint">
        ${texts.appendHint(limits.maxAppended, view.messages.maker.source.videoFormats)}
      </p>
      ${problem !== null && html`<p class="field__error">${problem}</p>`}
    </div>
    ${textField({ label: texts.append, name: 'append', value: typedText(typed, 'append'), hint: texts.appendCodesHint, autocomplete: 'off', error })}`
}
