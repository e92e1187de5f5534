import { emailLength } from '../../accounts/email.ts'
import { type Html, html } from '../../lib/html.ts'
import { textField } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import { formError } from '../kit/forms/fields.ts'
import { newPassword } from '../kit/forms/password-field.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { type CredentialsData, signOnButton } from './sign-in-page.ts'

/** The sign-up form, or the reason why sign-up is closed. */
export function signUpPage(view: SiteView, data: CredentialsData): Html {
  const { links, name, signUpOpen, messages } = view
  const texts = messages.account.signUp
  const signIn = links.path(`/login?next=${encodeURIComponent(data.next)}`)
  return layout(view, {
    feature: 'account',
    title: texts.title,
    description: texts.description(name),
    indexed: false,
    main: html`<div class="page--narrow stack">
      ${
        signUpOpen
          ? signUpChoices(view, data)
          : html`<h1>${texts.closed}</h1>
              <p class="panel">${texts.closedHint(name)}</p>`
      }
      <div class="aside">
        <p>${texts.haveAccount} <a href="${signIn}">${texts.signIn}</a></p>
      </div>
    </div>`,
  })
}

function signUpChoices(view: SiteView, data: CredentialsData): Html {
  const { name, passwordSignUp, messages } = view
  const texts = messages.account.signUp
  return html`<div class="stack stack--tight">
      <h1>${texts.heading(name)}</h1>
      <p class="soft">${texts.hint}</p>
    </div>
    ${formError(data.error, ['email', 'password'])} ${signOnButton(view, data.next)}
    ${passwordSignUp && signUpForm(view, data)}`
}

function signUpForm(view: SiteView, { email, next, error }: CredentialsData): Html {
  const { links, messages } = view
  const texts = messages.account.signUp
  return html`<form class="form panel" method="post" action="${links.path('/signup')}">
    <input type="hidden" name="next" value="${next}" />
    ${textField({ label: messages.account.email, name: 'email', type: 'email', value: email, autocomplete: 'username', required: true, maxLength: emailLength, error })}
    ${newPassword(view, { label: messages.account.password, name: 'password', error })}
    <button class="button button--strong" type="submit">${texts.submit}</button>
  </form>`
}
