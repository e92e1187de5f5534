import { pictureCountMin } from '../../creation/limits.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { acceptedVideos, videoFileTypes } from '../../media/accepted-files.ts'
import { formatLimit } from '../messages/format.ts'
import type { FormFields, Source } from './creation-form.ts'
import { textField } from '../kit/forms/fields.ts'

export type MakerLimits = {
  maxClipSeconds: number
  maxUploadBytes: number
  maxPictureBytes: number
  maxPictures: number
  maxFps: number
  /** Of a GIF from a video. */
  maxWidth: number
}

const pictureTypes = 'image/png,image/jpeg,image/webp,image/avif,image/gif'

/** The field of files of a plain form, with its error. */
export type FileField = { name: 'video' | 'pictures[]'; label: string; hint: string; error: AppError | null }

/** Where the GIF comes from: chosen by kind in a plain form, by dropping, choosing or pasting where there is script. */
export function createSource(fields: FormFields, limits: MakerLimits, error: AppError | null): Html {
  return html`${kinds(fields.source)} ${dropZone(limits)}
    <div class="plain-only" data-for="video">
      ${fileField({ name: 'video', label: 'Video file', hint: `${acceptedVideos}. ${formatLimit(limits.maxUploadBytes)} at most.`, error })}
    </div>
    <div class="plain-only" data-for="pictures">
      ${fileField({
        name: 'pictures[]',
        label: 'Pictures',
        hint: `${pictureCountMin} to ${limits.maxPictures} PNG, JPEG, WebP, AVIF or GIF files, each a frame, in the order of their names. ${formatLimit(limits.maxPictureBytes)} each, ${formatLimit(limits.maxUploadBytes)} in all at most.`,
        error,
      })}
    </div>
    <div class="address" data-for="url" data-address>
      ${textField({
        label: 'Address of a video',
        name: 'url',
        // Text, so that an address without https:// is not refused before it can be mended.
        type: 'text',
        value: fields.url,
        autocomplete: 'off',
        placeholder: 'https://',
        hint: html`<span data-for="url"
          >A video file, a page with a video, or a page of a sharing site.</span
        >`,
        error,
      })}
      <button class="button live-only" type="button" data-use-address>Use this address</button>
    </div>
    <div class="player live-only" data-for="url">
      <div class="player__note">
        ${dropMark}
        <p>The preview comes when the clip has been fetched and made.</p>
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
    <legend class="field__label">What is it made from?</legend>
    ${kind('video', 'A video file')} ${kind('url', 'An address')} ${kind('pictures', 'Pictures')}
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
      A video, GIF or other animation up to ${formatLimit(limits.maxUploadBytes)}, or ${pictureCountMin} to
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
