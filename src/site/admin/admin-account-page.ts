import type { Account } from '../../accounts/account.ts'
import type { LinkedIdentity } from '../../accounts/sign-on/identity.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { adminPage } from './admin-page.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { copyField, errorSummary } from '../kit/forms/fields.ts'
import { confirmationField } from '../kit/forms/password-field.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { accountMarks } from './admin-accounts-page.ts'

export type AccountData = {
  account: Account
  gifs: number
  tokens: number
  identities: LinkedIdentity[]
  /** True if operators must confirm their identity before a change that gives access to the account. */
  isConfirmationNeeded: boolean
  /** True for the operator's own account, whose password and removal are in its settings. */
  isOwn: boolean
  done?: string
  error?: AppError
}

/** The page of one account, with the operator's actions. */
export function accountPage(view: SiteView, data: AccountData): Html {
  const texts = view.messages.admin.account
  const { account, gifs, tokens, isOwn, done, error } = data
  return adminPage(view, {
    tab: 'accounts',
    title: account.email,
    aside: accountMarks(view, account),
    ...(done !== undefined && { done }),
    main: html`${errorSummary(error)}
      <p class="soft">${texts.summary(view.messages.formats.formatDate(account.createdAt), gifs, tokens)}</p>
      <div class="halves halves--even">
        ${premiumPanel(view, account)}
        ${data.identities.map((identity, index) => signOnPanel(view, identity, index, data))}
        ${isOwn ? ownPanel(view) : [view.passwords && passwordPanel(view, data), blockPanel(view, account), removePanel(view, account)]}
      </div>`,
  })
}

function panel(id: string, title: string, text: string, action: Html): Html {
  return html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <p>${text}</p>
    <div class="actions">${action}</div>
  </section>`
}

function premiumPanel(view: SiteView, { id, premium }: Account): Html {
  const texts = view.messages.admin.account
  return panel(
    'premium',
    texts.premium,
    premium ? texts.hasPremium : texts.noPremium,
    postButton(view, {
      path: `/admin/accounts/${id}/premium`,
      label: premium ? texts.takePremium : texts.givePremium,
      values: { premium: premium ? '0' : '1' },
    }),
  )
}

function passwordPanel(view: SiteView, { account, isConfirmationNeeded, error }: AccountData): Html {
  const texts = view.messages.admin.account
  const path = view.links.path(`/admin/accounts/${account.id}/password`)
  return html`<section class="panel" aria-labelledby="password">
    <h2 id="password">${texts.newPassword}</h2>
    <p>${texts.newPasswordHint}</p>
    <form class="form" method="post" action="${path}">
      ${isConfirmationNeeded && confirmationField(view, { returnTo: `/admin/accounts/${account.id}`, error: error ?? null })}
      <div class="actions"><button class="button" type="submit">${texts.generatePassword}</button></div>
    </form>
  </section>`
}

function signOnPanel(
  view: SiteView,
  { issuer, subject, email, linkedAt, lastUsedAt }: LinkedIdentity,
  index: number,
  { account, isOwn }: AccountData,
): Html {
  const texts = view.messages.admin.account.signOn
  return html`<section class="panel" aria-labelledby="sign-on-${index}">
    <h2 id="sign-on-${index}">${texts.title}</h2>
    <p>${texts.linked(issuer, subject, email)}</p>
    <p class="soft">
      ${texts.times(view.messages.formats.formatDate(linkedAt), view.messages.formats.formatDate(lastUsedAt))}
    </p>
    ${!isOwn && html`<div class="actions">${postButton(view, { path: `/admin/accounts/${account.id}/unlink`, label: texts.unlink, values: { issuer } })}</div>`}
  </section>`
}

function blockPanel(view: SiteView, { id, blocked }: Account): Html {
  const texts = view.messages.admin.account
  return panel(
    'block',
    texts.block,
    blocked ? texts.isBlocked : texts.notBlocked,
    postButton(view, {
      path: `/admin/accounts/${id}/block`,
      label: blocked ? texts.unblock : texts.block,
      values: { blocked: blocked ? '0' : '1' },
      ...(!blocked && { look: 'danger' as const }),
    }),
  )
}

function removePanel({ links, messages }: SiteView, { id }: Account): Html {
  const texts = messages.admin.account
  return panel(
    'remove',
    texts.remove,
    texts.removeHint,
    html`<a class="button button--danger" href="${links.path(`/admin/accounts/${id}/remove`)}"
      >${texts.removeLink}</a
    >`,
  )
}

function ownPanel({ links, messages }: SiteView): Html {
  const texts = messages.admin.account
  return panel(
    'own',
    texts.own,
    texts.ownHint,
    html`<a class="button" href="${links.path('/settings')}">${texts.settings}</a>`,
  )
}

/** The confirmation page for removing an account, with the choice of what happens to its GIFs. */
export function removeAccountPage(view: SiteView, account: Account, gifs: number): Html {
  const texts = view.messages.admin.account
  const path = `/admin/accounts/${account.id}`
  const choice = (value: string, label: string, checked: boolean) =>
    html`<div class="field field--check">
      <input
        type="radio"
        id="gifs-${value}"
        name="publicGifs"
        value="${value}"
        ${checked && html` checked`}
      /><label for="gifs-${value}">${label}</label>
    </div>`
  return adminPage(view, {
    tab: 'accounts',
    title: texts.removeTitle(account.email),
    main: html`<form class="form panel" method="post" action="${view.links.path(`${path}/remove`)}">
      <p>${texts.removeExplanation(gifs)}</p>
      <fieldset class="stack">
        <legend class="field__label">${texts.publicGifs}</legend>
        ${choice('keep', texts.keepGifs, true)} ${choice('remove', texts.removeGifs, false)}
      </fieldset>
      <div class="actions">
        <button class="button button--danger" type="submit">${texts.removeConfirm}</button>
        <a class="button" href="${view.links.path(path)}">${texts.removeCancel}</a>
      </div>
    </form>`,
  })
}

/** The page that shows a new password, only once. */
export function newPasswordPage(view: SiteView, account: Account, password: string): Html {
  const texts = view.messages.admin.account
  return adminPage(view, {
    tab: 'accounts',
    title: texts.passwordTitle,
    main: html`<div class="panel">
      <p>${texts.passwordHint(account.email)}</p>
      ${copyField(view, texts.password, password)}
      <div class="actions">
        <a class="button" href="${view.links.path(`/admin/accounts/${account.id}`)}">${texts.finish}</a>
      </div>
    </div>`,
  })
}
