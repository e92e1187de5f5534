import { type Html, html } from '../../lib/html.ts'
import { cropOverlay } from '../kit/forms/crop-overlay.ts'
import type { MakerFormData } from './option-field.ts'
import { pictureFileTypes } from '../../media/accepted-files.ts'
import { dropMark } from './source-section.ts'

/**
 * The picture that is worked on, whatever the source: the video or the animation of the pictures, what is drawn over it,
 * and the GIF that comes of it. `data-layer-surface` lies exactly over the part of the picture that the GIF shows.
 */
export function stageSection({ messages }: MakerFormData): Html {
  const { video, pictures, source, crop } = messages
  return html`<div class="stage live-only" data-stage data-for="video url pictures">
    <div class="player" data-player data-for="video preview">
      <video class="player__video" muted playsinline preload="auto" data-video></video>
      <button class="player__toggle" type="button" data-play aria-label="${video.pause}"></button>
      <p class="player__note" data-unplayable hidden>${video.unplayable}</p>
      ${cropOverlay(crop.title)}
    </div>
    <div class="player player--pictures" data-animation data-for="pictures">
      <canvas
        class="player__video"
        role="img"
        aria-label="${pictures.preview}"
        data-animation-canvas
      ></canvas>
      <button class="player__toggle" type="button" data-animation-play aria-label="${video.pause}"></button>
    </div>
    <div class="player" data-for="url" data-unpreviewed>
      <div class="player__note">
        ${dropMark}
        <p>${source.noPreview}</p>
      </div>
    </div>
    <div class="stage__picture"><div class="stage__surface" data-layer-surface></div></div>
    <div class="stage__preview" data-preview hidden></div>
  </div>`
}

/** Below the stage: the timeline of a video, or the pictures in their order. */
export function timelineSection({ messages }: MakerFormData): Html {
  return html`<div class="live-only" data-for="video preview">
      <p class="timeline__hint" role="status" data-animation-note hidden></p>
      ${timeline(messages.video)}
    </div>
    <div class="live-only" data-for="pictures">${thumbnails(messages.pictures)}</div>`
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

const thumbnails = (texts: MakerFormData['messages']['pictures']) =>
  html`<ol class="thumbs" data-thumbs aria-label="${texts.list}"></ol>
    <div class="actions thumbs__actions">
      <label class="button drop__choose"
        >${texts.add}<input
          class="visually-hidden"
          type="file"
          multiple
          accept="${pictureFileTypes}"
          data-add-pictures
      /></label>
      <p class="field__hint" data-pictures-summary></p>
    </div>
    <p class="timeline__hint">
      <span class="keys">${texts.order}</span>
      <span class="touch">${texts.orderTouch}</span>
    </p>
    <p class="visually-hidden" role="status" data-thumbs-status></p>`
