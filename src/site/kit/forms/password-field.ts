import { passwordLength } from '../../../accounts/password-rules.ts'
import type { AppError } from '../../../lib/app-error.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { textField } from './fields.ts'

/** The password that somebody has. With script it can be shown. */
export function currentPassword(field: {
  label: string
  name: string
  hint?: string
  error: AppError | null
}): Html {
  return textField({ ...field, type: 'password', autocomplete: 'current-password', required: true })
}

/** Asks for the password again where it was entered too long ago: see accounts/confirm-password.ts. */
export function confirmationField(error: AppError | null): Html {
  const hint = 'You last entered it more than 10 minutes ago.'
  return currentPassword({ label: 'Your password', name: 'password', hint, error })
}

/** The password that somebody will have. */
export function newPassword(field: { label: string; name: string; error: AppError | null }): Html {
  return textField({
    ...field,
    type: 'password',
    autocomplete: 'new-password',
    required: true,
    minLength: passwordLength.min,
    maxLength: passwordLength.max,
    hint: `At least ${passwordLength.min} characters. A few unusual words are easy to keep in mind and hard to guess.`,
  })
}

/** Tells a password manager whose password a form asks for. */
export function passwordOwner({ viewer }: SiteView): Html {
  return html`<input
    class="unseen"
    type="email"
    value="${viewer.account?.email}"
    autocomplete="username"
    aria-label="Your account"
    readonly
    tabindex="-1"
  />`
}
