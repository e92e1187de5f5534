import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatCount } from '../messages/format.ts'
import { layout } from '../kit/page/layout.ts'
import { looseError } from '../kit/forms/loose-error.ts'
import { currentPassword, passwordOwner } from '../kit/forms/password-field.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type RemoveAccountData = {
  /** How many there are in all. */
  gifs: number
  hasPassword: boolean
  /** What was chosen. */
  publicGifs: string
  error: AppError | null
}

/** Asks once, with the password, before an account goes for good. */
export function removeAccountPage(view: SiteView, data: RemoveAccountData): Html {
  const { links } = view
  return layout(view, {
    title: 'Delete your account',
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>Delete your account for good?</h1>
      ${looseError(data.error, ['current_password'])}
      ${
        data.hasPassword
          ? form(view, data)
          : html`<p class="panel">
              Your password is asked for before this, and your account has none yet. The operator of this site
              can set one, or delete the account for you.
            </p>`
      }
      <p>
        <a class="quiet" href="${links.path('/settings/export')}" download>Export my data first</a>
      </p>
    </div>`,
  })
}

function form(view: SiteView, { gifs, publicGifs, error }: RemoveAccountData): Html {
  const kept =
    gifs === 0
      ? 'You have made no GIFs.'
      : `You have made ${formatCount(gifs, { one: 'GIF', other: 'GIFs' })}.`
  return html`<form class="form panel" method="post" action="${view.links.path('/settings/remove')}">
    <p>
      Your tokens, your private GIFs and every trace of your address go at once, and all browsers are signed
      out. ${kept}
    </p>
    <fieldset class="choices">
      <legend>Your public GIFs</legend>
      ${choice('keep', 'Leave them, without my name on them', publicGifs !== 'remove')}
      ${choice('remove', 'Delete them too, with their files', publicGifs === 'remove')}
    </fieldset>
    ${passwordOwner(view)} ${currentPassword({ label: 'Your password', name: 'current_password', error })}
    <div class="actions">
      <button class="button button--danger" type="submit">Delete my account</button>
      <a class="button" href="${view.links.path('/settings')}">Keep it</a>
    </div>
  </form>`
}

function choice(value: string, words: string, checked: boolean): Html {
  return html`<div class="field field--check">
    <input
      type="radio"
      id="public-gifs-${value}"
      name="public_gifs"
      value="${value}"
      ${checked && html` checked`}
    />
    <label for="public-gifs-${value}">${words}</label>
  </div>`
}

/** The last page that an account sees. */
export function goodbyePage(view: SiteView): Html {
  return layout(view, {
    title: 'Goodbye',
    indexed: false,
    main: html`<div class="empty">
      <h1>Goodbye, and thank you</h1>
      <p>Your account and what was yours alone are deleted.</p>
      <a class="button" href="${view.links.path('/')}">To the newest GIFs</a>
    </div>`,
  })
}
