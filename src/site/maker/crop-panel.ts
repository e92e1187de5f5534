import { clipOptions } from '../../options/clip-options.ts'
import { minCropSide } from '../../options/rules/crop.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { textField } from '../kit/forms/fields.ts'

const shapes = [
  { aspect: '', label: 'Free' },
  { aspect: '1/1', label: 'Square' },
  { aspect: '16/9', label: '16:9 wide' },
  { aspect: '9/16', label: '9:16 tall' },
  { aspect: '4/5', label: '4:5 portrait' },
]

const numbers = [
  { name: 'x', label: 'Left', min: 0 },
  { name: 'y', label: 'Top', min: 0 },
  { name: 'width', label: 'Width', min: minCropSide },
  { name: 'height', label: 'Height', min: minCropSide },
]

const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w']

/** Lies on the preview: the part of the picture to keep, with handles; the rest is dimmed. */
export const cropOverlay = html`<div class="crop-stage" data-crop-stage hidden>
  <div
    class="crop-area"
    role="application"
    tabindex="0"
    aria-label="Crop"
    aria-describedby="crop-keys"
    data-crop-area
  >
    ${handles.map((handle) => html`<span class="crop-area__handle" data-grip="${handle}"></span>`)}
  </div>
</div>`

/** The part of the picture to keep, in its pixels: one field in a plain form, four numbers with script. */
export function cropPanel(crop: string, error: AppError | null): Html {
  const isInvalid = error?.field === 'crop'
  return html`<details class="crop" data-crop data-for="video url" ${isInvalid && html` open`}>
    <summary>Crop <span class="crop__state" data-crop-state></span></summary>
    <div class="plain-only">
      ${textField({ label: 'Part of the picture to keep', name: clipOptions.crop.name, value: crop, autocomplete: 'off', placeholder: '0,40,320,180', hint: clipOptions.crop.help, error })}
    </div>
    <div class="crop__body live-only">
      <div class="crop__shape" data-crop-shape hidden>
        <div class="field">
          <label for="crop-shape">Shape</label>
          <select id="crop-shape">
            ${shapes.map(({ aspect, label }) => html`<option value="${aspect}">${label}</option>`)}
          </select>
        </div>
        <button class="button" type="button" data-crop-whole>Whole picture</button>
      </div>
      <fieldset class="field crop__numbers" data-crop-numbers>
        <legend class="unseen">Part of the picture to keep, in pixels</legend>
        ${numbers.map(
          ({ name, label, min }) =>
            html`<div class="crop__number">
              <label for="crop-${name}">${label}</label>
              <input
                id="crop-${name}"
                type="number"
                inputmode="numeric"
                min="${min}"
                step="1"
                data-crop-number="${name}"
                ${name === 'x' && html` data-stands-for="crop"`}
              />
            </div>`,
        )}
      </fieldset>
      <p class="timeline__hint" id="crop-keys" data-crop-drawn hidden>
        Drag the frame or its corners.
        <span class="keys">Arrow keys move it; with Shift they resize it.</span>
      </p>
      <p class="timeline__hint" data-crop-typed>In pixels of the video. Leave empty to keep all of it.</p>
    </div>
  </details>`
}
