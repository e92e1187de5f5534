import { delayMs, sidePixels } from '../../creation/limits.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import type { FormFields } from './creation-form.ts'
import { cropPanel, cropStage } from './create-crop.ts'
import type { MakerLimits } from './create-source.ts'
import { checkField, textField } from '../kit/forms/fields.ts'

/** The video as it plays, and the part of it that becomes the GIF. The fields work alone; the rest needs script. */
export function videoEditor(fields: FormFields, limits: MakerLimits, error: AppError | null): Html {
  const seconds = (name: 'start' | 'end', label: string) =>
    textField({
      label,
      name,
      inputMode: 'decimal',
      autocomplete: 'off',
      value: fields[name],
      error,
    })
  return html`<div class="live-only" data-for="video">
      <div class="player" data-player>
        <video class="player__video" muted playsinline preload="auto" data-video></video>
        <button class="player__toggle" type="button" data-play aria-label="Pause the preview"></button>
        <p class="player__note" data-unplayable hidden>
          No preview in this browser, but we can still convert it. Enter the start and end in seconds.
        </p>
        ${cropStage}
      </div>
      <p class="timeline__hint" role="status" data-animation-note hidden></p>
      ${timeline}
    </div>
    <fieldset class="clip" data-for="video url">
      <legend class="unseen">Clip</legend>
      ${seconds('start', 'Start (seconds)')} ${seconds('end', 'End (seconds)')}
      <p class="clip__length">
        <output class="live-only" data-clip-length for="field-start field-end"></output>
        <span class="field__hint" id="clip-limit" data-clip-limit
          >A GIF may be ${limits.maxClipSeconds} seconds long at most.</span
        >
        <span class="clip__note" role="status" data-clip-note></span>
      </p>
    </fieldset>
    ${cropPanel(fields.crop, error)}`
}

const timeline = html`<div class="timeline" role="group" aria-label="Clip" data-timeline hidden>
  <div class="overview" data-overview hidden>
    <div
      class="overview__part"
      role="slider"
      tabindex="0"
      aria-label="Part of the video to choose from"
      data-overview-part
    ></div>
  </div>
  <div class="timeline__strip" data-strip>
    <canvas class="timeline__frames" aria-hidden="true" data-frames></canvas>
    <div class="timeline__shade" data-shade="before"></div>
    <div class="timeline__shade" data-shade="after"></div>
    <div class="timeline__window" data-window></div>
    <div class="timeline__handle" role="slider" tabindex="0" aria-label="Start" data-handle="start"></div>
    <div class="timeline__handle" role="slider" tabindex="0" aria-label="End" data-handle="end"></div>
    <div class="timeline__now" data-now></div>
  </div>
  <p class="timeline__hint">
    Drag the handles, or the part between them. A click shows a moment.
    <span class="keys">Keys: arrows 0.1 s, with Shift 1 s, Page Up and Down 5 s.</span>
  </p>
</div>`

/** The pictures in their order, how they are shown, and the animation as it will be. */
export function picturesEditor(fields: FormFields, error: AppError | null): Html {
  const side = (name: 'width' | 'height', label: string) =>
    textField({
      label,
      name,
      type: 'number',
      inputMode: 'numeric',
      ...sidePixels,
      step: 1,
      value: fields[name],
      error,
    })
  return html`<div class="live-only" data-for="pictures">
      <div class="player player--pictures" data-animation>
        <canvas
          class="player__video"
          role="img"
          aria-label="Preview of the animation"
          data-animation-canvas
        ></canvas>
        <button
          class="player__toggle"
          type="button"
          data-animation-play
          aria-label="Pause the preview"
        ></button>
      </div>
      <ol class="thumbs" data-thumbs aria-label="Pictures in their order"></ol>
      <div class="actions thumbs__actions">
        <label class="button drop__choose"
          >Add pictures<input
            class="unseen"
            type="file"
            multiple
            accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
            data-add-pictures
        /></label>
        <p class="field__hint" data-pictures-facts></p>
      </div>
      <p class="timeline__hint">
        <span class="keys">Drag a picture to its place.</span>
        <span class="touch">Hold a picture, then drag it to its place.</span>
        <span class="keys">Keys on a picture: Alt and an arrow move it, Delete removes it.</span>
      </p>
      <p class="unseen" role="status" data-thumbs-said></p>
    </div>
    <fieldset class="frames" data-for="pictures">
      <legend class="unseen">Animation</legend>
      <div class="frames__delay">
        ${textField({ label: 'Time for each picture, in milliseconds', name: 'delay', type: 'number', inputMode: 'numeric', ...delayMs, step: 10, value: fields.delay, error })}
        <input
          class="live-only"
          type="range"
          min="${delayMs.min}"
          max="${delayMs.max}"
          step="10"
          value="${fields.delay}"
          aria-label="Time for each picture"
          data-delay-slider
        />
      </div>
      ${side('width', 'Width')} ${side('height', 'Height')}
      ${checkField({
        label: 'Fit each picture into the frame',
        name: 'resize',
        checked: fields.resize,
        hint: 'Otherwise each keeps its own pixels, cut or padded with black.',
        error,
      })}
    </fieldset>`
}
