import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { acceptedVideos, videoFileTypes } from '../../media/accepted-files.ts'
import type { LengthLimits, OptionLimits } from '../../options/option.ts'
import { minPictures } from '../../options/picture-options.ts'
import { formatLimit } from '../messages/format.ts'
import type { FormFields, Source } from './form-fields.ts'
import { textField } from '../kit/forms/fields.ts'

/** The limits of the instance, which the browser reads from the page. */
export type MakerLimits = OptionLimits &
  LengthLimits & {
    maxUploadBytes: number
    maxPictureBytes: number
  }

const pictureTypes = 'image/png,image/jpeg,image/webp,image/avif,image/gif'

/** The field of files of a plain form, with its error. */
export type FileField = { name: 'video' | 'pictures[]'; label: string; hint: string; error: AppError | null }

/** The source of the GIF: chosen by kind in a plain form; with script by dropping, choosing or pasting. */
export function sourceSection(fields: FormFields, limits: MakerLimits, error: AppError | null): Html {
  return html`${kinds(fields.source)} ${dropZone(limits)}
    <div class="plain-only" data-for="video">
      ${fileField({ name: 'video', label: 'Video file', hint: `${acceptedVideos}. Up to ${formatLimit(limits.maxUploadBytes)}.`, error })}
    </div>
    <div class="plain-only" data-for="pictures">
      ${fileField({
        name: 'pictures[]',
        label: 'Pictures',
        hint: `${minPictures} to ${limits.maxPictures} PNG, JPEG, WebP, AVIF or GIF files, in the order of their names. Up to ${formatLimit(limits.maxPictureBytes)} each, ${formatLimit(limits.maxUploadBytes)} in all.`,
        error,
      })}
    </div>
    <div class="address" data-for="url" data-address>
      ${textField({
        label: 'Video link',
        name: 'url',
        // Text, so that an address without https:// is not refused before it can be corrected.
        type: 'text',
        value: fields.url,
        autocomplete: 'off',
        placeholder: 'https://',
        hint: html`<span data-for="url">A video file, or a page with a video.</span>`,
        error,
      })}
      <button class="button live-only" type="button" data-use-address>Continue</button>
    </div>
    <div class="player live-only" data-for="url">
      <div class="player__note">
        ${dropMark}
        <p>You'll see a preview once the GIF is made.</p>
      </div>
    </div>`
}

function kinds(chosen: Source): Html {
  const kind = (source: Source, words: string) =>
    html`<label class="kinds__one">
      <input
        type="radio"
        name="source"
        value="${source}"
        id="source-${source}"
        ${source === chosen && html` checked`}
      />
      <span>${words}</span>
    </label>`
  return html`<fieldset class="kinds plain-only">
    <legend class="field__label">Make it from</legend>
    ${kind('video', 'A video file')} ${kind('url', 'A link')} ${kind('pictures', 'Pictures')}
  </fieldset>`
}

function fileField({ name, label, hint, error }: FileField): Html {
  const id = name === 'video' ? 'field-video' : 'field-pictures'
  const isAtFault = error?.field === name
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      type="file"
      id="${id}"
      name="${name}"
      accept="${name === 'video' ? videoFileTypes : pictureTypes}"
      aria-describedby="${id}-hint${isAtFault && ` ${id}-error`}"
      ${isAtFault && html` aria-invalid="true"`}
      ${name === 'pictures[]' && html` multiple`}
    />
    <p class="field__hint" id="${id}-hint">${hint}</p>
    ${isAtFault && html`<p class="field__error" id="${id}-error">${error?.message}</p>`}
  </div>`
}

function dropZone(limits: MakerLimits): Html {
  return html`<div class="drop live-only" data-drop>
    ${dropMark}
    <p class="drop__lead">
      <span class="for-mouse">Drop a video or pictures here</span>
      <span class="for-fingers">Choose a video or pictures</span>
    </p>
    <p class="drop__hint" id="drop-hint">
      A video or animation up to ${formatLimit(limits.maxUploadBytes)}, or ${minPictures} to
      ${limits.maxPictures} pictures up to ${formatLimit(limits.maxPictureBytes)} each.
      <span class="for-mouse">Pasting works too.</span>
    </p>
    <label class="button button--strong drop__choose"
      >Choose files<input
        class="unseen"
        type="file"
        multiple
        accept="${videoFileTypes},${pictureTypes}"
        aria-describedby="drop-hint"
        data-choose
    /></label>
    <p class="drop__or"><span>or</span></p>
  </div>`
}

const dropMark = html`<svg class="drop__mark" viewBox="0 0 64 48" width="80" height="60" aria-hidden="true">
  <rect class="drop__sheet drop__sheet--back" x="14" y="3" width="44" height="30" rx="5" />
  <rect class="drop__sheet" x="6" y="12" width="44" height="32" rx="5" />
  <path class="drop__play" d="M23.500 20.500v15l12.500-7.500z" />
</svg>`
