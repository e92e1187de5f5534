import type { Account } from '../../accounts/account.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatCount, formatDate } from '../messages/format.ts'
import { adminPage } from './admin-page.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { copyField } from '../kit/forms/copy-field.ts'
import { checkField, errorSummary } from '../kit/forms/fields.ts'
import { confirmationField, passwordOwner } from '../kit/forms/password-field.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { accountMarks } from './accounts-page.ts'

export type AccountData = {
  account: Account
  gifs: number
  tokens: number
  /** Whether the operator's own password is asked for before a change that opens the account. */
  isPasswordNeeded: boolean
  /** Whether it is the operator's own, whose password and removal are in its settings. */
  isOwn: boolean
  done?: string
  error?: AppError
}

/** One account, and what the operator can do with it. */
export function accountPage(view: SiteView, data: AccountData): Html {
  const { account, gifs, tokens, isOwn, done, error } = data
  return adminPage(view, {
    tab: 'accounts',
    title: account.email,
    aside: accountMarks(account),
    ...(done !== undefined && { done }),
    main: html`${errorSummary(error)}
      <p class="soft">
        Since ${formatDate(account.createdAt)} · ${formatCount(gifs, { one: 'GIF', other: 'GIFs' })} ·
        ${formatCount(tokens, { one: 'API token', other: 'API tokens' })}
      </p>
      <div class="halves halves--even">
        ${premiumPanel(view, account)}
        ${isOwn ? ownPanel(view) : [passwordPanel(view, data), blockPanel(view, account), removePanel(view, account)]}
      </div>`,
  })
}

function panel(id: string, title: string, words: string, action: Html): Html {
  return html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <p>${words}</p>
    <div class="actions">${action}</div>
  </section>`
}

function premiumPanel(view: SiteView, { id, premium }: Account): Html {
  const words = premium
    ? 'It makes GIFs without the watermark.'
    : 'With Premium it can make GIFs without the watermark.'
  return panel(
    'premium',
    'Premium',
    words,
    postButton(view, {
      path: `/admin/accounts/${id}/premium`,
      words: premium ? 'Take Premium away' : 'Give Premium',
      values: { premium: premium ? '0' : '1' },
    }),
  )
}

function passwordPanel(view: SiteView, { account, isPasswordNeeded, error }: AccountData): Html {
  const path = view.links.path(`/admin/accounts/${account.id}/password`)
  return html`<section class="panel" aria-labelledby="password">
    <h2 id="password">New password</h2>
    <p>For somebody who has lost theirs. It is shown once; the account is signed out everywhere.</p>
    <form class="form" method="post" action="${path}">
      ${isPasswordNeeded && html`${passwordOwner(view)} ${confirmationField(view, error ?? null)}`}
      ${checkField({ label: 'Revoke all API tokens', name: 'revoke_tokens', checked: true, hint: 'Programs that use them need a new one.' })}
      <div class="actions"><button class="button" type="submit">Make a new password</button></div>
    </form>
  </section>`
}

function blockPanel(view: SiteView, { id, blocked }: Account): Html {
  const words = blocked
    ? 'Nobody can sign in to it, and its tokens are refused.'
    : 'Nobody can sign in to a blocked account, and its tokens are refused. Its GIFs stay.'
  return panel(
    'block',
    'Block',
    words,
    postButton(view, {
      path: `/admin/accounts/${id}/block`,
      words: blocked ? 'Unblock' : 'Block',
      values: { blocked: blocked ? '0' : '1' },
      ...(!blocked && { look: 'danger' as const }),
    }),
  )
}

function removePanel({ links }: SiteView, { id }: Account): Html {
  return panel(
    'remove',
    'Remove',
    'With its tokens and its private GIFs, for good.',
    html`<a class="button button--danger" href="${links.path(`/admin/accounts/${id}/remove`)}">Remove …</a>`,
  )
}

function ownPanel({ links }: SiteView): Html {
  return panel(
    'own',
    'This is you',
    'You cannot block your own account. Its password, and removing it, are in your settings.',
    html`<a class="button" href="${links.path('/settings')}">Settings</a>`,
  )
}

/** Asks whether an account is really to be removed, and what of its GIFs. */
export function removeAccountPage(view: SiteView, account: Account, gifs: number): Html {
  const path = `/admin/accounts/${account.id}`
  const choice = (value: string, words: string, checked: boolean) =>
    html`<div class="field field--check">
      <input
        type="radio"
        id="gifs-${value}"
        name="publicGifs"
        value="${value}"
        ${checked && html` checked`}
      /><label for="gifs-${value}">${words}</label>
    </div>`
  return adminPage(view, {
    tab: 'accounts',
    title: `Remove ${account.email}?`,
    main: html`<form class="form panel" method="post" action="${view.links.path(`${path}/remove`)}">
      <p>
        The account, its tokens and its private GIFs go for good. It has
        ${formatCount(gifs, { one: 'GIF', other: 'GIFs' })} in all.
      </p>
      <fieldset class="stack">
        <legend class="field__label">Its public GIFs</legend>
        ${choice('keep', 'Stay, without an owner', true)}
        ${choice('remove', 'Go too, with their files', false)}
      </fieldset>
      <div class="actions">
        <button class="button button--danger" type="submit">Remove for good</button>
        <a class="button" href="${view.links.path(path)}">Keep it</a>
      </div>
    </form>`,
  })
}

/** Shows the password that was just made, this once. */
export function newPasswordPage(view: SiteView, account: Account, password: string): Html {
  return adminPage(view, {
    tab: 'accounts',
    title: 'The new password',
    main: html`<div class="panel">
      <p>Give it to the owner of <bdi>${account.email}</bdi> in a safe way. It is shown this once.</p>
      ${copyField(view, 'Password', password)}
      <div class="actions">
        <a class="button" href="${view.links.path(`/admin/accounts/${account.id}`)}">Done</a>
      </div>
    </div>`,
  })
}
