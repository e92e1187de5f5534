import { type Html, html } from '../../../lib/html.ts'
import type { NoticeReason } from '../../../catalogue/notices/notice.ts'
import type { SiteView } from '../page/site-view.ts'

/** The choice of a reason for a report, which is required. `chosen` is the reason selected before. */
export function reasonChoices(
  { messages }: SiteView,
  reasons: readonly NoticeReason[],
  chosen: string,
): Html {
  return html`<fieldset class="choices">
    <legend>${messages.notices.form.reason}</legend>
    ${reasons.map(
      (reason) =>
        html`<label class="choice"
          ><input
            type="radio"
            name="reason"
            value="${reason}"
            required
            ${reason === chosen && html` checked`}
          />
          ${messages.notices.reasons[reason]}</label
        >`,
    )}
  </fieldset>`
}
