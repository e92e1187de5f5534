import { type Html, html } from '../../lib/html.ts'
import { windowOptions } from '../../options/clip-options.ts'
import { pictureOptions } from '../../options/picture-options.ts'
import { cropPanel, cropOverlay } from './crop-panel.ts'
import { optionField, type MakerFormData } from './option-field.ts'

/** The preview of the video and its clip. The fields work alone; the rest needs script. */
export function videoEditor(data: MakerFormData): Html {
  const { limits, messages } = data
  const texts = messages.video
  return html`<div class="live-only" data-for="video">
      <div class="player" data-player>
        <video class="player__video" muted playsinline preload="auto" data-video></video>
        <button class="player__toggle" type="button" data-play aria-label="${texts.pause}"></button>
        <p class="player__note" data-unplayable hidden>${texts.unplayable}</p>
        ${cropOverlay(messages.crop.title)}
      </div>
      <p class="timeline__hint" role="status" data-animation-note hidden></p>
      ${timeline(texts)}
    </div>
    <fieldset class="clip" data-for="video url">
      <legend class="visually-hidden">${texts.clip}</legend>
      ${optionField(windowOptions.startSeconds, data)} ${optionField(windowOptions.endSeconds, data)}
      <p class="clip__length">
        <output class="live-only" data-clip-length for="field-start field-end"></output>
        <span class="field__hint" id="clip-limit" data-clip-limit>${texts.limit(limits.maxClipSeconds)}</span>
        <span class="clip__note" role="status" data-clip-note></span>
      </p>
    </fieldset>
    ${cropPanel(data)}`
}

const timeline = (texts: MakerFormData['messages']['video']) =>
  html`<div class="timeline" role="group" aria-label="${texts.clip}" data-timeline hidden>
    <div class="overview" data-overview hidden>
      <div
        class="overview__part"
        role="slider"
        tabindex="0"
        aria-label="${texts.part}"
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
        aria-label="${texts.start}"
        title="${texts.keys}"
        data-handle="start"
      ></div>
      <div
        class="timeline__handle"
        role="slider"
        tabindex="0"
        aria-label="${texts.end}"
        title="${texts.keys}"
        data-handle="end"
      ></div>
      <div class="timeline__now" data-now></div>
    </div>
    <p class="timeline__hint">${texts.trim}</p>
  </div>`

/** The pictures in their order, how they are shown, and a preview of the animation. */
export function picturesEditor(data: MakerFormData): Html {
  const { delayMs, width, height, resize } = pictureOptions
  const texts = data.messages.pictures
  return html`<div class="live-only" data-for="pictures">
      <div class="player player--pictures" data-animation>
        <canvas class="player__video" role="img" aria-label="${texts.preview}" data-animation-canvas></canvas>
        <button
          class="player__toggle"
          type="button"
          data-animation-play
          aria-label="${data.messages.video.pause}"
        ></button>
      </div>
      <ol class="thumbs" data-thumbs aria-label="${texts.list}"></ol>
      <div class="actions thumbs__actions">
        <label class="button drop__choose"
          >${texts.add}<input
            class="visually-hidden"
            type="file"
            multiple
            accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
            data-add-pictures
        /></label>
        <p class="field__hint" data-pictures-summary></p>
      </div>
      <p class="timeline__hint">
        <span class="keys">${texts.order}</span>
        <span class="touch">${texts.orderTouch}</span>
      </p>
      <p class="visually-hidden" role="status" data-thumbs-status></p>
    </div>
    <fieldset class="frames" data-for="pictures">
      <legend class="visually-hidden">${texts.legend}</legend>
      <div class="frames__delay">
        ${optionField(delayMs, data)}
        <input
          class="live-only"
          type="range"
          min="${delayMs.min}"
          max="${delayMs.max}"
          step="${delayMs.step}"
          value="${data.fields.options.delay}"
          aria-label="${delayMs.label}"
          data-delay-slider
        />
      </div>
      ${optionField(width, data)} ${optionField(height, data)} ${optionField(resize, data)}
    </fieldset>`
}
