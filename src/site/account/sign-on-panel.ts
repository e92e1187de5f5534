import type { LinkedIdentity } from '../../accounts/sign-on/identity.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { confirmationField } from '../kit/forms/password-field.ts'
import { postButton } from '../kit/forms/post-button.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type SignOnPanelData = {
  identities: LinkedIdentity[]
  hasPassword: boolean
  isConfirmationNeeded: boolean
  error: AppError | null
}

/** The account's identity at the sign-on provider; null if no provider is configured. */
export function signOnPanel(view: SiteView, data: SignOnPanelData): Html | null {
  const { signOnName: name, messages } = view
  const { identities, hasPassword } = data
  if (name === null) return null
  const texts = messages.account.signOn
  return html`<section class="panel" aria-labelledby="sign-on">
    <div>
      <h2 id="sign-on">${texts.title(name)}</h2>
      <p class="soft">${identities.length === 0 ? texts.linkHint(name) : texts.linkedHint(name)}</p>
    </div>
    ${
      identities.length === 0
        ? linkForm(view, name, data)
        : html`<ul class="entries">
            ${identities.map((identity) => linkedEntry(view, identity, hasPassword && view.passwords))}
          </ul>`
    }
  </section>`
}

function linkedEntry(view: SiteView, identity: LinkedIdentity, mayUnlink: boolean): Html {
  const { email, subject, issuer, linkedAt } = identity
  const texts = view.messages.account.signOn
  return html`<li class="entry">
    <div class="entry__words">
      <strong dir="auto">${email ?? subject}</strong>
      <span class="soft"
        >${texts.linkedSince(new URL(issuer).host, view.messages.formats.formatDate(linkedAt))}</span
      >
    </div>
    ${mayUnlink && postButton(view, { path: '/settings/sign-on/unlink', label: texts.unlink, about: email ?? subject, values: { issuer } })}
  </li>`
}

function linkForm(view: SiteView, name: string, { isConfirmationNeeded, error }: SignOnPanelData): Html {
  const texts = view.messages.account.signOn
  return html`<form class="form" method="post" action="${view.links.path('/settings/sign-on/link')}">
    ${isConfirmationNeeded && confirmationField(view, { returnTo: '/settings', error })}
    <div class="actions"><button class="button" type="submit">${texts.link(name)}</button></div>
  </form>`
}
