import { passwordLength } from '../../../accounts/password-rules.ts'
import type { AppError } from '../../../lib/app-error.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { textField } from './fields.ts'

/** A field for the current password, which script can reveal. */
export function currentPassword(field: {
  label: string
  name: string
  hint?: string
  error: AppError | null
}): Html {
  return textField({ ...field, type: 'password', autocomplete: 'current-password', required: true })
}

/**
 * Asks people to confirm their identity if the last confirmation is too old, by password or at the sign-on provider,
 * which leads back to the path `returnTo`. See accounts/confirm-password.ts.
 */
export function confirmationField(
  view: SiteView,
  { returnTo, error }: { returnTo: string; error: AppError | null },
): Html {
  const { confirm: label, confirmHint: hint } = view.messages.kit.password
  return view.confirmsBySignOn
    ? confirmationLink(view, returnTo)
    : html`${passwordOwner(view)} ${currentPassword({ label, name: 'password', hint, error })}`
}

/** A link to the sign-on provider to confirm one's identity. */
export function confirmationLink({ links, messages, signOnName }: SiteView, returnTo: string): Html {
  const { confirmWith, confirmWithHint } = messages.kit.password
  return html`<div class="field">
    <a class="button" href="${links.path(`/login/confirm?next=${encodeURIComponent(returnTo)}`)}"
      >${confirmWith(signOnName ?? '')}</a
    >
    <p class="field__hint">${confirmWithHint}</p>
  </div>`
}

/** A field for a new password. */
export function newPassword(
  { messages }: SiteView,
  field: { label: string; name: string; error: AppError | null },
): Html {
  return textField({
    ...field,
    type: 'password',
    autocomplete: 'new-password',
    required: true,
    minLength: passwordLength.min,
    maxLength: passwordLength.max,
    hint: messages.kit.password.newHint(passwordLength.min),
  })
}

/** A hidden field that tells password managers the account of a form. */
export function passwordOwner({ viewer, messages }: SiteView): Html {
  return html`<input
    class="visually-hidden"
    type="email"
    value="${viewer.account?.email}"
    autocomplete="username"
    aria-label="${messages.kit.password.account}"
    readonly
    tabindex="-1"
  />`
}
