import { visibilities, type Visibility } from '../../../catalogue/gif.ts'
import type { AppError } from '../../../lib/app-error.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'

/** The choice of a GIF's visibility, for accounts; an unknown value selects `public`. */
export function visibilityField(
  { messages }: SiteView,
  { value, error }: { value: string; error: AppError | null },
): Html {
  const texts = messages.publishing.visibility
  const chosen = readVisibilityChoice(value)
  const isInvalid = error?.field === 'visibility'
  return html`<fieldset class="choices field" ${isInvalid && html` aria-describedby="visibility-error"`}>
    <legend class="field__label">${texts.legend}</legend>
    ${visibilities.map(
      (visibility) =>
        html`<label class="choice">
          <input
            type="radio"
            name="visibility"
            value="${visibility}"
            aria-labelledby="visibility-${visibility}"
            aria-describedby="visibility-${visibility}-hint"
            ${visibility === chosen && html` checked`}
          />
          <span class="choice__name" id="visibility-${visibility}">${texts[visibility].label}</span>
          <span class="choice__hint" id="visibility-${visibility}-hint">${texts[visibility].help}</span>
        </label>`,
    )}
    ${isInvalid && html`<p class="field__error" id="visibility-error">${error.message.replaceAll('`', '')}</p>`}
  </fieldset>`
}

/** Reads the visibility sent by a form; `public` for an unknown value. */
export function readVisibilityChoice(value: string): Visibility {
  return visibilities.find((known) => known === value) ?? 'public'
}
