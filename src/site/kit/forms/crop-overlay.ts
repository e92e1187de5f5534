import { html } from '../../../lib/html.ts'

const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w']

/**
 * The overlay of a picture that frames the part to keep, with handles, and dims the rest. The element with the id
 * `crop-keys` describes its keys.
 */
export const cropOverlay = (label: string) =>
  html`<div class="crop-overlay" data-crop-overlay hidden>
    <div
      class="crop-area"
      role="application"
      tabindex="0"
      aria-label="${label}"
      aria-describedby="crop-keys"
      data-crop-area
    >
      ${handles.map((handle) => html`<span class="crop-area__handle" data-grip="${handle}"></span>`)}
    </div>
  </div>`
