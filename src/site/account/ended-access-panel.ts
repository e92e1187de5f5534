import { accessKinds, type EndedAccess } from '../../accounts/end-access.ts'
import { type Html, html } from '../../lib/html.ts'
import { postButton } from '../kit/forms/post-button.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Shows the owner of an account which access to it has ended, until dismissed. */
export function endedAccessPanel(view: SiteView, endings: readonly EndedAccess[]): Html {
  const texts = view.messages.account.endedAccess
  return html`<section class="panel" aria-labelledby="ended-access">
    <h2 id="ended-access">${texts.title}</h2>
    <ul class="entries">
      ${endings.map(
        (ended) =>
          html`<li class="entry">
            <div class="entry__words">
              <strong>${texts.by[ended.by](view.messages.formats.formatDateTime(ended.at))}</strong>
              ${ended.password && html`<span>${texts.password}</span>`}
              ${accessKinds
                .filter((kind) => ended[kind].length > 0)
                .map(
                  (kind) =>
                    html`<span class="breakable"
                      >${texts.kinds[kind]}: <bdi>${ended[kind].join(', ')}</bdi></span
                    >`,
                )}
            </div>
          </li>`,
      )}
    </ul>
    <p class="soft">${texts.hint}</p>
    <div class="actions">
      ${postButton(view, { path: '/settings/ended-access/dismiss', label: texts.dismiss })}
    </div>
  </section>`
}
