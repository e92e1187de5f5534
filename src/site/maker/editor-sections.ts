import { type Html, html } from '../../lib/html.ts'
import { windowOptions } from '../../options/clip-options.ts'
import { pictureOptions } from '../../options/picture-options.ts'
import { cropPanel, cropOverlay } from './crop-panel.ts'
import type { MakerLimits } from './source-section.ts'
import { optionField, type OptionFieldData } from './option-field.ts'

/** The preview of the video and its clip. The fields work alone; the rest needs script. */
export function videoEditor(data: OptionFieldData & { limits: MakerLimits }): Html {
  const { fields, limits, error } = data
  return html`<div class="live-only" data-for="video">
      <div class="player" data-player>
        <video class="player__video" muted playsinline preload="auto" data-video></video>
        <button class="player__toggle" type="button" data-play aria-label="Pause the preview"></button>
        <p class="player__note" data-unplayable hidden>
          No preview in this browser, but we can still convert it. Enter the start and end in seconds.
        </p>
        ${cropOverlay}
      </div>
      <p class="timeline__hint" role="status" data-animation-note hidden></p>
      ${timeline}
    </div>
    <fieldset class="clip" data-for="video url">
      <legend class="unseen">Clip</legend>
      ${optionField(windowOptions.startSeconds, data)} ${optionField(windowOptions.endSeconds, data)}
      <p class="clip__length">
        <output class="live-only" data-clip-length for="field-start field-end"></output>
        <span class="field__hint" id="clip-limit" data-clip-limit
          >A GIF can be up to ${limits.maxClipSeconds} seconds long.</span
        >
        <span class="clip__note" role="status" data-clip-note></span>
      </p>
    </fieldset>
    ${cropPanel(fields.options.crop ?? '', error)}`
}

const handleKeys = 'Arrow keys: 0.1 s. With Shift: 1 s. Page Up and Page Down: 5 s.'

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
    <div
      class="timeline__handle"
      role="slider"
      tabindex="0"
      aria-label="Start"
      title="${handleKeys}"
      data-handle="start"
    ></div>
    <div
      class="timeline__handle"
      role="slider"
      tabindex="0"
      aria-label="End"
      title="${handleKeys}"
      data-handle="end"
    ></div>
    <div class="timeline__now" data-now></div>
  </div>
  <p class="timeline__hint">Drag the handles to trim.</p>
</div>`

/** The pictures in their order, how they are shown, and a preview of the animation. */
export function picturesEditor(data: OptionFieldData): Html {
  const { delayMs, width, height, resize } = pictureOptions
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
      <ol class="thumbs" data-thumbs aria-label="Pictures in order"></ol>
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
        <span class="keys"
          >Drag pictures to reorder them, or use Alt with the arrow keys. Delete removes one.</span
        >
        <span class="touch">Hold a picture, then drag it to reorder.</span>
      </p>
      <p class="unseen" role="status" data-thumbs-said></p>
    </div>
    <fieldset class="frames" data-for="pictures">
      <legend class="unseen">Animation</legend>
      <div class="frames__delay">
        ${optionField(delayMs, data)}
        <input
          class="live-only"
          type="range"
          min="${delayMs.min}"
          max="${delayMs.max}"
          step="${delayMs.step}"
          value="${data.fields.options.delay}"
          aria-label="Time per picture"
          data-delay-slider
        />
      </div>
      ${optionField(width, data)} ${optionField(height, data)} ${optionField(resize, data)}
    </fieldset>`
}
