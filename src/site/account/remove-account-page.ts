import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { layout } from '../kit/page/layout.ts'
import { formError } from '../kit/forms/fields.ts'
import { confirmationLink, currentPassword, passwordOwner } from '../kit/forms/password-field.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The proof of identity required before the account is deleted; `none` if it was given just now. */
export type RemovalProof = 'password' | 'sign-on' | 'none' | 'impossible'

export type RemoveAccountData = {
  /** The total number of GIFs. */
  gifs: number
  proof: RemovalProof
  /** The selected option for the account's public GIFs. */
  publicGifs: string
  error: AppError | null
}

/** The page that asks for confirmation and proof of identity before an account is deleted. */
export function deleteOwnAccountPage(view: SiteView, data: RemoveAccountData): Html {
  const { links } = view
  const texts = view.messages.account.remove
  return layout(view, {
    feature: 'account',
    title: texts.title,
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1>${texts.heading}</h1>
      ${formError(data.error, ['current_password'])}
      ${data.proof === 'impossible' ? html`<p class="panel">${texts.noPassword}</p>` : form(view, data)}
      <p>
        <a class="quiet" href="${links.path('/settings/export')}" download>${texts.exportFirst}</a>
      </p>
    </div>`,
  })
}

function form(view: SiteView, { gifs, publicGifs, proof, error }: RemoveAccountData): Html {
  const texts = view.messages.account.remove
  return html`<form class="form panel" method="post" action="${view.links.path('/settings/remove')}">
    <p>${texts.explanation(gifs)}</p>
    <fieldset class="choices">
      <legend>${texts.publicGifs}</legend>
      ${choice('keep', texts.keepGifs, publicGifs !== 'remove')}
      ${choice('remove', texts.deleteGifs, publicGifs === 'remove')}
    </fieldset>
    ${proof === 'password' && html`${passwordOwner(view)} ${currentPassword({ label: texts.password, name: 'current_password', error })}`}
    ${proof === 'sign-on' && confirmationLink(view, '/settings/remove')}
    <div class="actions">
      ${proof !== 'sign-on' && html`<button class="button button--danger" type="submit">${texts.confirm}</button>`}
      <a class="button" href="${view.links.path('/settings')}">${texts.cancel}</a>
    </div>
  </form>`
}

function choice(value: string, label: string, checked: boolean): Html {
  return html`<div class="field field--check">
    <input
      type="radio"
      id="public-gifs-${value}"
      name="public_gifs"
      value="${value}"
      ${checked && html` checked`}
    />
    <label for="public-gifs-${value}">${label}</label>
  </div>`
}

/** The page shown after the account is deleted. */
export function goodbyePage(view: SiteView): Html {
  const texts = view.messages.account.remove
  return layout(view, {
    feature: 'account',
    title: texts.goodbyeTitle,
    indexed: false,
    main: html`<div class="empty">
      <h1>${texts.goodbye}</h1>
      <p>${texts.deleted}</p>
      <a class="button" href="${view.links.path('/')}">${view.messages.kit.newestGifs}</a>
    </div>`,
  })
}
