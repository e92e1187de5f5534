import { emailLength } from '../../accounts/email.ts'
import { type Html, html } from '../../lib/html.ts'
import { textField } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import { looseError } from '../kit/forms/loose-error.ts'
import { newPassword } from '../kit/forms/password-field.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import type { EntranceData } from './sign-in-page.ts'

/** Where an account is made, or why not. */
export function signUpPage(view: SiteView, data: EntranceData): Html {
  const { links, name, signUpOpen } = view
  const signIn = links.path(`/login?next=${encodeURIComponent(data.next)}`)
  return layout(view, {
    title: 'Make an account',
    description: `An account on ${name} for private GIFs and API tokens.`,
    indexed: false,
    main: html`<div class="page--narrow stack">
      ${
        signUpOpen
          ? open(view, data)
          : html`<h1>Sign-up is closed</h1>
              <p class="panel">The operator of ${name} makes the accounts here. Ask them for one.</p>`
      }
      <div class="aside">
        <p>Have an account? <a href="${signIn}">Sign in</a></p>
      </div>
    </div>`,
  })
}

function open(view: SiteView, { email, next, error }: EntranceData): Html {
  const { links, name } = view
  return html`<div class="stack stack--tight">
      <h1>Make an account on ${name}</h1>
      <p class="soft">
        Private GIFs, all of yours in one place, and a token for the API. No mail is sent to you.
      </p>
    </div>
    ${looseError(error, ['email', 'password'])}
    <form class="form panel" method="post" action="${links.path('/signup')}">
      <input type="hidden" name="next" value="${next}" />
      ${textField({ label: 'E-mail address', name: 'email', type: 'email', value: email, autocomplete: 'username', required: true, maxLength: emailLength, error })}
      ${newPassword(view, { label: 'Password', name: 'password', error })}
      <button class="button button--strong" type="submit">Make the account</button>
    </form>`
}
