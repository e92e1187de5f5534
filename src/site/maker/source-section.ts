import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { pictureFileTypes, videoFileTypes } from '../../media/accepted-files.ts'
import { minPictures } from '../../options/picture-options.ts'
import { type Source, sources } from './form-fields.ts'
import type { MakerFormData } from './option-field.ts'
import { textField } from '../kit/forms/fields.ts'

type SourceTexts = MakerFormData['messages']['source']

/** The field of files of a plain form, with its error. */
export type FileField = { name: 'video' | 'pictures[]'; label: string; hint: string; error: AppError | null }

/** The source of the GIF: chosen by kind in a plain form; with script by dropping, choosing or pasting. */
export function sourceSection({ fields, limits, error, messages, formats }: MakerFormData): Html {
  const texts = messages.source
  return html`${kinds(fields.source, texts)}
    <div class="recorder live-only" role="group" aria-label="${texts.record}" data-recorder hidden></div>
    ${dropZone(limits, texts, formats)}
    <div class="plain-only" data-for="video">
      ${fileField({ name: 'video', label: texts.video, hint: texts.videoHint(texts.videoFormats, formats.formatLimit(limits.maxUploadBytes)), error })}
    </div>
    <div class="plain-only" data-for="pictures">
      ${fileField({
        name: 'pictures[]',
        label: texts.pictures,
        hint: texts.picturesHint(
          minPictures,
          limits.maxPictures,
          formats.formatLimit(limits.maxPictureBytes),
          formats.formatLimit(limits.maxUploadBytes),
        ),
        error,
      })}
    </div>
    <div class="address" data-for="url" data-address>
      ${textField({
        label: texts.url,
        name: 'url',
        // Text, so that an address without https:// is not refused before it can be corrected.
        type: 'text',
        value: fields.url,
        autocomplete: 'off',
        placeholder: 'https://',
        hint: texts.urlHint,
        error,
      })}
      <button class="button live-only" type="button" data-use-address>${texts.useLink}</button>
    </div>`
}

function kinds(chosen: Source, texts: SourceTexts): Html {
  const kind = (source: Source) =>
    html`<label class="kinds__one">
      <input
        type="radio"
        name="source"
        value="${source}"
        id="source-${source}"
        ${source === chosen && html` checked`}
      />
      <span>${texts.kinds[source]}</span>
    </label>`
  return html`<fieldset class="kinds plain-only">
    <legend class="field__label">${texts.legend}</legend>
    ${sources.map(kind)}
  </fieldset>`
}

function fileField({ name, label, hint, error }: FileField): Html {
  const id = name === 'video' ? 'field-video' : 'field-pictures'
  const isInvalid = error?.field === name
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      type="file"
      id="${id}"
      name="${name}"
      accept="${name === 'video' ? videoFileTypes : pictureFileTypes}"
      aria-describedby="${id}-hint${isInvalid && ` ${id}-error`}"
      ${isInvalid && html` aria-invalid="true"`}
      ${name === 'pictures[]' && html` multiple`}
    />
    <p class="field__hint" id="${id}-hint">${hint}</p>
    ${isInvalid && html`<p class="field__error" id="${id}-error">${error?.message}</p>`}
  </div>`
}

function dropZone(
  limits: MakerFormData['limits'],
  texts: SourceTexts,
  formats: MakerFormData['formats'],
): Html {
  const [all, each] = [
    formats.formatLimit(limits.maxUploadBytes),
    formats.formatLimit(limits.maxPictureBytes),
  ]
  return html`<div class="drop live-only" data-drop>
    ${dropMark}
    <p class="drop__lead">
      <span class="for-mouse">${texts.drop}</span>
      <span class="for-fingers">${texts.choose}</span>
    </p>
    <p class="drop__hint" id="drop-hint">
      ${texts.dropHint(all, minPictures, limits.maxPictures, each)}
      <span class="for-mouse">${texts.paste}</span>
    </p>
    <label class="button button--strong drop__choose"
      >${texts.chooseFiles}<input
        class="visually-hidden"
        type="file"
        multiple
        accept="${videoFileTypes},${pictureFileTypes}"
        aria-describedby="drop-hint"
        data-choose
    /></label>
    <div class="drop__record" role="group" aria-label="${texts.record}" data-record hidden>
      <button class="button" type="button" data-record-kind="screen">${texts.recordScreen}</button>
      <button class="button" type="button" data-record-kind="camera">${texts.recordCamera}</button>
      <p class="drop__hint" data-record-insecure hidden>${texts.recordInsecure}</p>
    </div>
    <p class="drop__or"><span>${texts.or}</span></p>
  </div>`
}

export const dropMark = html`<svg
  class="drop__mark"
  viewBox="0 0 64 48"
  width="80"
  height="60"
  aria-hidden="true"
>
  <rect class="drop__sheet drop__sheet--back" x="14" y="3" width="44" height="30" rx="5" />
  <rect class="drop__sheet" x="6" y="12" width="44" height="32" rx="5" />
  <path class="drop__play" d="M23.500 20.500v15l12.500-7.500z" />
</svg>`
