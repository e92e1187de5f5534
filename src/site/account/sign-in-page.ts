import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { textField } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import { formError } from '../kit/forms/fields.ts'
import { currentPassword } from '../kit/forms/password-field.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type CredentialsData = {
  email: string
  /** The path to go to afterwards. */
  next: string
  error: AppError | null
}

/** The sign-in page. */
export function signInPage(view: SiteView, { email, next, error }: CredentialsData): Html {
  const { name, passwords, messages } = view
  const texts = messages.account.signIn
  return layout(view, {
    feature: 'account',
    title: texts.title,
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>${texts.heading(name)}</h1>
      ${formError(error, ['email', 'password'])} ${signOnButton(view, next)}
      ${passwords && passwordForm(view, { email, next, error })}
    </div>`,
  })
}

/** A link to the sign-on provider; null without a provider. */
export function signOnButton(
  { links, signOnName, passwords, messages }: SiteView,
  next: string,
): Html | null {
  if (signOnName === null) return null
  const texts = messages.account.signOn
  const path = links.path(`/login/provider?next=${encodeURIComponent(next)}`)
  return html`<div class="sign-on">
    <a class="button ${!passwords && 'button--strong'}" href="${path}">${texts.signIn(signOnName)}</a>
    ${passwords && html`<p class="sign-on__or">${texts.or}</p>`}
  </div>`
}

function passwordForm(view: SiteView, { email, next, error }: CredentialsData): Html {
  const { links, passwordSignUp, signOnName, messages } = view
  const texts = messages.account.signIn
  const signUp = links.path(`/signup?next=${encodeURIComponent(next)}`)
  return html`<form class="form panel" method="post" action="${links.path('/login')}">
      <input type="hidden" name="next" value="${next}" />
      ${textField({ label: messages.account.email, name: 'email', type: 'email', value: email, autocomplete: 'username', required: true, error })}
      ${currentPassword({ label: messages.account.password, name: 'password', error })}
      <button class="button button--strong" type="submit">${texts.submit}</button>
    </form>
    <div class="aside">
      ${
        passwordSignUp
          ? html`<p>${texts.newHere} <a href="${signUp}">${texts.createAccount}</a></p>`
          : signOnName === null && html`<p>${texts.signUpClosed}</p>`
      }
      <p>${texts.forgotPassword}</p>
    </div>`
}
