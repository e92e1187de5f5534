import type { Account } from '../../accounts/account.ts'
import type { TokenRecord } from '../../accounts/account-store.ts'
import type { SessionRecord } from '../../accounts/session-store.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import { formatDate } from '../messages/format.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { timeAgo } from '../kit/page/time-ago.ts'
import { checkField, errorSummary, notice, textField } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import {
  confirmationField,
  currentPassword,
  newPassword,
  passwordOwner,
} from '../kit/forms/password-field.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type SettingsData = {
  account: Account
  tokens: TokenRecord[]
  sessions: SessionRecord[]
  /** The session that looks at the page; null for one who came with a token. */
  ownSessionId: number | null
  hasPassword: boolean
  /** Whether a token is made only with the password: it was entered too long ago. */
  isPasswordNeeded: boolean
  nowMs: number
  /** What was just done, by its name in the address. */
  done: string
  error: AppError | null
  /** The name of a token that was not made. */
  tokenName: string
  /** Whether a new password revokes the tokens, as it was ticked. */
  revokeTokens: boolean
}

const doneWords: Record<string, string> = {
  password: 'Password changed. All other browsers are signed out, and all API tokens are revoked.',
  'password-only': 'Password changed. All other browsers are signed out. Your API tokens still work.',
  revoked: 'The token is revoked and works no more.',
  session: 'That browser is signed out.',
  sessions: 'All other browsers are signed out.',
}

/** What an account can see and change of itself. */
export function settingsPage(view: SiteView, data: SettingsData): Html {
  const words = Object.hasOwn(doneWords, data.done) ? doneWords[data.done] : undefined
  return layout(view, {
    title: 'Settings',
    indexed: false,
    main: html`<div class="page--text stack settings">
      <h1>Settings</h1>
      ${errorSummary(data.error)} ${data.error === null && words !== undefined && notice(words)}
      ${accountPanel(view, data)} ${tokensPanel(view, data)} ${passwordPanel(view, data)}
      ${sessionsPanel(view, data)} ${ownDataPanel(view)}
    </div>`,
  })
}

function accountPanel({ name }: SiteView, { account }: SettingsData): Html {
  return html`<section class="panel" aria-labelledby="account">
    <h2 id="account">Account</h2>
    <dl class="pairs">
      <div>
        <dt>E-mail address</dt>
        <dd dir="auto">${account.email}</dd>
      </div>
      <div>
        <dt>Member since</dt>
        <dd>${formatDate(account.createdAt)}</dd>
      </div>
      <div>
        <dt>Premium</dt>
        <dd>
          ${account.premium ? html`<span class="mark mark--honey">Yes</span>` : 'No'}
          <p class="soft">
            ${
              account.premium
                ? 'You can make GIFs without the watermark.'
                : `Premium accounts can make GIFs without the watermark. The operator of ${name} grants it.`
            }
          </p>
        </dd>
      </div>
    </dl>
  </section>`
}

function tokensPanel(
  view: SiteView,
  { tokens, nowMs, error, tokenName, isPasswordNeeded }: SettingsData,
): Html {
  return html`<section class="panel" aria-labelledby="tokens">
    <div>
      <h2 id="tokens">API tokens</h2>
      <p class="soft">
        A token lets a program make GIFs in your name.
        <a href="${view.links.path('/developers')}">How the API works</a>
      </p>
    </div>
    ${
      tokens.length > 0 &&
      html`<ul class="entries">
        ${tokens.map((token) => tokenEntry(view, token, nowMs))}
      </ul>`
    }
    <form
      class="form ${!isPasswordNeeded && 'form--row'}"
      method="post"
      action="${view.links.path('/settings/tokens')}"
    >
      ${textField({ label: 'Name of a new token', name: 'name', value: tokenName, placeholder: 'Where it will be used', required: true, maxLength: 100, autocomplete: 'off', error })}
      ${isPasswordNeeded && html`${passwordOwner(view)} ${confirmationField(view, error)}`}
      <div class="actions"><button class="button" type="submit">Make a token</button></div>
    </form>
  </section>`
}

function tokenEntry(
  view: SiteView,
  { id, name, hint, createdAt, lastUsedAt }: TokenRecord,
  nowMs: number,
): Html {
  return html`<li class="entry">
    <div class="entry__words">
      <strong dir="auto">${name}</strong>
      <span class="soft">
        <code>${hint}…</code> · made ${timeAgo(view, createdAt, nowMs)} ·
        ${lastUsedAt === null ? 'never used' : html`last used ${timeAgo(view, lastUsedAt, nowMs)}`}
      </span>
    </div>
    <a class="button" href="${view.links.path(`/settings/tokens/${id}/revoke`)}"
      >Revoke… <span class="unseen">the token <bdi>${name}</bdi></span></a
    >
  </li>`
}

function passwordPanel(view: SiteView, data: SettingsData): Html {
  const { account, hasPassword, error, revokeTokens } = data
  const form = html`<form class="form" method="post" action="${view.links.path('/settings/password')}">
    ${passwordOwner(view)} ${currentPassword({ label: 'Current password', name: 'current_password', error })}
    ${newPassword(view, { label: 'New password', name: 'new_password', error })}
    ${checkField({ label: 'Revoke all API tokens', name: 'revoke_tokens', checked: revokeTokens, hint: 'Programs that use them need a new one.' })}
    <div class="actions"><button class="button" type="submit">Change the password</button></div>
  </form>`
  return html`<section class="panel" aria-labelledby="password">
    <div>
      <h2 id="password">Password</h2>
      <p class="soft">
        ${
          hasPassword
            ? 'Changing it signs out all other browsers.'
            : html`This account has no password yet. ${howToGetOne(account)}`
        }
      </p>
    </div>
    ${hasPassword && form}
  </section>`
}

function howToGetOne({ admin, email }: Account): HtmlValue {
  if (!admin) return 'Ask the operator of this site to set one.'
  return html`Make one on the server: <code>gifwright account password ${email}</code>`
}

function sessionsPanel(view: SiteView, { sessions, ownSessionId, nowMs }: SettingsData): Html {
  const own = sessions.filter(({ id }) => id === ownSessionId)
  const others = sessions.filter(({ id }) => id !== ownSessionId)
  return html`<section class="panel" aria-labelledby="sessions">
    <h2 id="sessions">Signed-in browsers</h2>
    <ul class="entries">
      ${[...own, ...others].map(
        ({ id, browser, createdAt, lastUsedAt }) =>
          html`<li class="entry">
            <div class="entry__words">
              <strong
                >${browser}
                ${id === ownSessionId && html`<span class="mark mark--honey">This one</span>`}</strong
              >
              <span class="soft"
                >last used ${timeAgo(view, lastUsedAt, nowMs)} · signed in
                ${timeAgo(view, createdAt, nowMs)}</span
              >
            </div>
            ${id !== ownSessionId && postButton(view, { path: `/settings/sessions/${id}/end`, words: 'Sign out', about: browser })}
          </li>`,
      )}
    </ul>
    ${others.length > 1 && postButton(view, { path: '/settings/sessions/end-others', words: 'Sign out all others' })}
  </section>`
}

function ownDataPanel({ links }: SiteView): Html {
  return html`<section class="panel" aria-labelledby="data">
    <div>
      <h2 id="data">Your data</h2>
      <p class="soft">
        Everything kept about your account, and your GIFs as GIF and MP4 files, in one ZIP file.
      </p>
    </div>
    <div class="actions">
      <a class="button" href="${links.path('/settings/export')}" download>Export my data</a>
      <a class="button button--danger" href="${links.path('/settings/remove')}">Delete my account…</a>
    </div>
  </section>`
}
