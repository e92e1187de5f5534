import { clipSpeed, framesPerSecondMin, loopCount, sidePixels } from '../../creation/limits.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import type { GifPreset } from '../../media/gif-options.ts'
import type { FormFields } from './creation-form.ts'
import type { MakerLimits } from './create-source.ts'
import { checkField, choiceField, textField } from '../kit/forms/fields.ts'

const megabyte = 1_000_000

/** What holds where a field is empty. */
const [usualFps, usualWidth] = [15, 480]

/** What the size of a GIF may be limited to, in megabytes as the places count them that GIFs are sent to. */
const sizeLimits = [2, 5, 8, 10]

const qualities: readonly { value: GifPreset; words: string; hint: string }[] = [
  { value: 'quality', words: 'Best', hint: 'As good as a GIF can look. The largest file.' },
  { value: 'balanced', words: 'Balanced', hint: 'Looks good and loads quickly.' },
  { value: 'small', words: 'Small', hint: 'A little rougher. The smallest file.' },
]

const commonSpeeds = [
  { value: 0.5, words: '½×' },
  { value: 1, words: '1×' },
  { value: 1.5, words: '1½×' },
  { value: 2, words: '2×' },
]

/** How the GIF plays, how good it looks and how large it may be; what few people change is closed at first. */
export function createOptions(fields: FormFields, limits: MakerLimits, error: AppError | null): Html {
  return html`${motion(fields, error)} ${quality(fields, error)} ${more(fields, limits, error)}`
}

function motion(fields: FormFields, error: AppError | null): Html {
  return html`<fieldset class="motion">
    <legend class="unseen">How it plays</legend>
    <div class="speed" data-for="video url">
      ${textField({ label: 'Speed', name: 'speed', type: 'number', inputMode: 'decimal', ...clipSpeed, step: 'any', value: fields.speed, hint: `${clipSpeed.min} to ${clipSpeed.max}; 1 is as filmed.`, error })}
      <div class="speed__common live-only" role="group" aria-label="Common speeds">
        ${commonSpeeds.map(({ value, words }) => html`<button class="button" type="button" data-speed="${value}">${words}</button>`)}
      </div>
    </div>
    <div class="motion__ways">
      ${checkField({ label: 'Backwards', name: 'reverse', checked: fields.reverse, hint: 'The last frame first.', error })}
      ${checkField({ label: 'There and back', name: 'boomerang', checked: fields.boomerang, hint: 'To the end and back again: twice as long.', error })}
      <div data-for="video url">
        ${checkField({ label: 'Find the best loop', name: 'auto_loop', checked: fields.auto_loop, hint: 'Takes the part of the clip that repeats most smoothly.', error })}
      </div>
    </div>
    <p class="timeline__hint live-only" data-for="video" data-direction-note hidden>
      The preview plays forwards only.
    </p>
  </fieldset>`
}

function quality(fields: FormFields, error: AppError | null): Html {
  const isAtFault = error?.field === 'preset'
  return html`<fieldset
      class="quality field"
      ${isAtFault && html` aria-describedby="field-preset-error"`}
      data-stands-for="preset"
    >
      <legend class="field__label">Quality</legend>
      ${qualities.map(
        ({ value, words, hint }) =>
          html`<label class="choice">
            <input
              type="radio"
              name="preset"
              value="${value}"
              aria-labelledby="preset-${value}"
              aria-describedby="preset-${value}-hint"
              ${value === fields.preset && html` checked`}
            />
            <span class="choice__name" id="preset-${value}">${words}</span>
            <span class="choice__hint" id="preset-${value}-hint">${hint}</span>
          </label>`,
      )}
      ${isAtFault && html`<p class="field__error" id="field-preset-error">${error.message}</p>`}
    </fieldset>
    <div class="size">
      ${choiceField({
        label: 'Size limit',
        name: 'max_bytes',
        value: fields.max_bytes,
        options: sizeOptions(fields.max_bytes),
        hint: 'The best quality that fits.',
        error,
      })}
      <div class="field live-only" data-own-size hidden>
        <label for="own-size">Your size limit, in MB</label>
        <input id="own-size" type="number" inputmode="decimal" step="any" data-stands-for="max_bytes" />
      </div>
    </div>`
}

function sizeOptions(chosen: string): { value: string; words: string }[] {
  const known = sizeLimits.map((megabytes) => String(megabytes * megabyte))
  const own = chosen === '' || known.includes(chosen) ? [] : [chosen]
  return [
    { value: '', words: 'No limit' },
    ...[...known, ...own].map((value) => ({ value, words: `${Number(value) / megabyte} MB` })),
  ]
}

function more(fields: FormFields, { maxFps, maxWidth }: MakerLimits, error: AppError | null): Html {
  const loop = fields.loop === '0' ? '' : fields.loop
  const isOpen =
    [fields.fps, fields.clip_width, loop].some((value) => value !== '') ||
    ['fps', 'clip_width', 'loop'].includes(error?.field ?? '')
  return html`<details class="more" ${isOpen && html` open`}>
    <summary>More options</summary>
    <div class="more__fields">
      <div data-for="video url">
        ${textField({ label: 'Frames a second', name: 'fps', type: 'number', inputMode: 'decimal', min: framesPerSecondMin, max: maxFps, step: 'any', value: fields.fps, placeholder: String(usualFps), hint: `More is smoother, and larger. ${maxFps} at most.`, error })}
      </div>
      <div data-for="video url">
        ${textField({ label: 'Width of the GIF', name: 'clip_width', type: 'number', inputMode: 'numeric', min: sidePixels.min, max: maxWidth, step: 1, value: fields.clip_width, placeholder: String(Math.min(usualWidth, maxWidth)), hint: `In pixels. ${maxWidth} at most; never larger than the video.`, error })}
      </div>
      ${textField({ label: 'Times it plays', name: 'loop', type: 'number', inputMode: 'numeric', min: loopCount.min, max: loopCount.max, step: 1, value: loop, placeholder: 'For ever', hint: 'Empty: again and again, for ever.', error })}
    </div>
  </details>`
}
