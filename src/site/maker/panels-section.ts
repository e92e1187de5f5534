import type { Category } from '../../catalogue/category.ts'
import { type Html, html } from '../../lib/html.ts'
import { clipOptions, windowOptions } from '../../options/clip-options.ts'
import { gifOptions } from '../../options/gif-options.ts'
import type { Option } from '../../options/option.ts'
import { pictureOptions } from '../../options/picture-options.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { captionsPanel } from './captions-panel.ts'
import { cropPanel } from './crop-panel.ts'
import { detailsSection } from './details-section.ts'
import { optionField, type MakerFormData } from './option-field.ts'
import { optionGroup } from './option-group.ts'

/** All options of the GIF in groups, in two columns where the screen is wide. */
export function panelsSection(view: SiteView, categories: readonly Category[], data: MakerFormData): Html {
  return html`<div class="groups">
      ${keepChoice(data)} ${trimPanel(data)} ${framesPanel(data)} ${cropPanel(data)} ${speedPanel(data)}
      ${captionsPanel(view, data)}
    </div>
    <div class="groups">
      ${qualityPanel(data)}
      ${optionGroup({
        name: 'details',
        title: data.messages.details.panel,
        shortTitle: data.messages.options.shortPanels.details,
        body: detailsSection(view, categories, data.fields, data.error),
      })}
    </div>`
}

/** The clip in numbers. */
function trimPanel(data: MakerFormData): Html {
  const { limits, messages } = data
  return optionGroup({
    name: 'trim',
    title: messages.video.panel,
    sources: 'video url',
    body: html`<fieldset class="clip">
      <legend class="visually-hidden">${messages.video.clip}</legend>
      ${optionField(windowOptions.startSeconds, data)} ${optionField(windowOptions.endSeconds, data)}
      <p class="clip__length">
        <output
          class="live-only"
          data-label="${messages.video.length}"
          data-clip-length
          for="field-start field-end"
        ></output>
        <span class="field__hint" id="clip-limit" data-clip-limit
          >${messages.video.limit(limits.maxClipSeconds)}</span
        >
        <span class="clip__note" role="status" data-clip-note></span>
      </p>
    </fieldset>`,
  })
}

/** How pictures become frames. */
function framesPanel(data: MakerFormData): Html {
  const { delayMs, width, height, resize } = pictureOptions
  const { panel, legend } = data.messages.pictures
  return optionGroup({
    name: 'frames',
    title: panel,
    sources: 'pictures',
    body: html`<fieldset class="frames">
      <legend class="visually-hidden">${legend}</legend>
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
    </fieldset>`,
  })
}

function speedPanel(data: MakerFormData): Html {
  const texts = data.messages.options
  return optionGroup({
    name: 'speed',
    title: texts.speedPanel,
    shortTitle: texts.shortPanels.speed,
    body: html`<fieldset class="motion">
      <legend class="visually-hidden">${texts.playback}</legend>
      ${groupFields('playback', data, ({ type }) => type === 'number')}
      <div class="motion__flags">${groupFields('playback', data, ({ type }) => type === 'flag')}</div>
      <p class="timeline__hint live-only" data-for="video" data-direction-note hidden>${texts.forwardOnly}</p>
      <div class="group__row">
        ${optionField(gifOptions.loops, data)} ${forVideos(optionField(clipOptions.fade, data))}
      </div>
    </fieldset>`,
  })
}

function qualityPanel(data: MakerFormData): Html {
  return optionGroup({
    name: 'quality',
    title: data.messages.options.qualityPanel,
    shortTitle: data.messages.options.shortPanels.quality,
    body: html`${optionField(gifOptions.preset, data)} ${optionField(gifOptions.maxBytes, data)}
    ${forVideos(
      html`<div class="group__row">
        ${optionField(clipOptions.width, data)} ${optionField(clipOptions.fps, data)}
      </div>`,
    )}`,
  })
}

/** The fields of a group; those of videos are hidden where a GIF is made from pictures. */
function groupFields(
  group: Option['group'],
  data: MakerFormData,
  isMeant: (option: Option) => boolean,
): Html {
  const fieldsOf = (table: typeof clipOptions | typeof gifOptions) =>
    Object.values<Option>(table)
      .filter((option) => option.group === group && isMeant(option))
      .flatMap((option) => (option.type === 'crop' ? [] : [optionField(option, data)]))
  return html`${fieldsOf(clipOptions).map(forVideos)} ${fieldsOf(gifOptions)}`
}

const forVideos = (field: Html) => html`<div data-for="video url">${field}</div>`

/** With script it is offered for what can be kept only, and what would change the animation is hidden with it. */
function keepChoice({ fields, messages }: MakerFormData): Html {
  const texts = messages.keep
  const choice = (value: string, isChosen: boolean, { label, help }: { label: string; help: string }) =>
    html`<label class="choice">
      <input
        type="radio"
        name="keep"
        value="${value}"
        aria-labelledby="keep-${value}-label"
        aria-describedby="keep-${value}-hint"
        ${isChosen && html` checked`}
      />
      <span class="choice__name" id="keep-${value}-label">${label}</span>
      <span class="choice__hint" id="keep-${value}-hint">${help}</span>
    </label>`
  return html`<fieldset class="keep field" data-for="video url" data-keep>
    <legend class="field__label">${texts.legend}</legend>
    ${choice('0', !fields.keep, texts.edit)} ${choice('1', fields.keep, texts.asItIs)}
  </fieldset>`
}
