import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { textField } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import { looseError } from '../kit/forms/loose-error.ts'
import { currentPassword } from '../kit/forms/password-field.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type EntranceData = {
  email: string
  /** The path to go to afterwards. */
  next: string
  error: AppError | null
}

/** Where somebody with an account comes in. */
export function signInPage(view: SiteView, { email, next, error }: EntranceData): Html {
  const { links, name, signUpOpen } = view
  return layout(view, {
    title: 'Sign in',
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>Sign in to ${name}</h1>
      ${looseError(error, ['email', 'password'])}
      <form class="form panel" method="post" action="${links.path('/login')}">
        <input type="hidden" name="next" value="${next}" />
        ${textField({ label: 'E-mail address', name: 'email', type: 'email', value: email, autocomplete: 'username', required: true, error })}
        ${currentPassword({ label: 'Password', name: 'password', error })}
        <button class="button button--strong" type="submit">Sign in</button>
      </form>
      <div class="aside">
        ${
          signUpOpen
            ? html`<p>
                New here?
                <a href="${links.path(`/signup?next=${encodeURIComponent(next)}`)}">Make an account</a>
              </p>`
            : html`<p>The operator of this site makes the accounts.</p>`
        }
        <p>Password forgotten? The operator of this site can set a new one.</p>
      </div>
    </div>`,
  })
}
