import { cropPixelsMin } from '../../creation/limits.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { textField } from '../kit/forms/fields.ts'

const shapes = [
  { aspect: '', words: 'Free' },
  { aspect: '1/1', words: 'Square' },
  { aspect: '16/9', words: '16:9, wide' },
  { aspect: '9/16', words: '9:16, tall' },
  { aspect: '4/5', words: '4:5, portrait' },
]

const numbers = [
  { name: 'x', words: 'Left', least: 0 },
  { name: 'y', words: 'Top', least: 0 },
  { name: 'width', words: 'Width', least: cropPixelsMin },
  { name: 'height', words: 'Height', least: cropPixelsMin },
]

const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w']

/** Lies on the preview: the part of the picture that is kept, with handles; what is not is dimmed. */
export const cropStage = html`<div class="crop-stage" data-crop-stage hidden>
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

/** Which part of the picture is kept, in its pixels: one field in a plain form, four numbers where there is script. */
export function cropPanel(crop: string, error: AppError | null): Html {
  const isAtFault = error?.field === 'crop'
  return html`<details class="crop" data-crop data-for="video url" ${isAtFault && html` open`}>
    <summary>Crop <span class="crop__state" data-crop-state></span></summary>
    <div class="plain-only">
      ${textField({ label: 'Part of the picture to keep', name: 'crop', value: crop, autocomplete: 'off', placeholder: '0,40,320,180', hint: 'Left, top, width and height in pixels, with commas. Empty: all of it.', error })}
    </div>
    <div class="crop__body live-only">
      <div class="crop__shape" data-crop-shape hidden>
        <div class="field">
          <label for="crop-shape">Shape</label>
          <select id="crop-shape">
            ${shapes.map(({ aspect, words }) => html`<option value="${aspect}">${words}</option>`)}
          </select>
        </div>
        <button class="button" type="button" data-crop-whole>Whole picture</button>
      </div>
      <fieldset class="field crop__numbers" data-crop-numbers>
        <legend class="unseen">Part of the picture to keep, in pixels</legend>
        ${numbers.map(
          ({ name, words, least }) =>
            html`<div class="crop__number">
              <label for="crop-${name}">${words}</label>
              <input
                id="crop-${name}"
                type="number"
                inputmode="numeric"
                min="${least}"
                step="1"
                data-crop-number="${name}"
                ${name === 'x' && html` data-stands-for="crop"`}
              />
            </div>`,
        )}
      </fieldset>
      <p class="timeline__hint" id="crop-keys" data-crop-drawn hidden>
        Drag the frame on the picture, or its corners.
        <span class="keys">Keys on it: arrows move it, with Shift they change its size.</span>
      </p>
      <p class="timeline__hint" data-crop-typed>In pixels of the video. Empty: the whole picture.</p>
    </div>
  </details>`
}
