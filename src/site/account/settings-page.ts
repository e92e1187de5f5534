import type { Account } from '../../accounts/account.ts'
import { accessKinds, type EndedAccess } from '../../accounts/end-access.ts'
import type { TokenRecord } from '../../accounts/account-store.ts'
import type { LinkedIdentity } from '../../accounts/sign-on/identity.ts'
import type { SessionRecord } from '../../accounts/session-store.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html, type HtmlValue } from '../../lib/html.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { timeAgo } from '../kit/page/time-ago.ts'
import { checkField, errorSummary, notice, textField } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import {
  confirmationField,
  confirmationLink,
  currentPassword,
  newPassword,
  passwordOwner,
} from '../kit/forms/password-field.ts'
import { signOnPanel } from './sign-on-panel.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type SettingsData = {
  account: Account
  tokens: TokenRecord[]
  sessions: SessionRecord[]
  /** The session of the request; null for a request with a token. */
  ownSessionId: number | null
  identities: LinkedIdentity[]
  /** The ended access that has not been dismissed, newest first. */
  endedAccess: EndedAccess[]
  hasPassword: boolean
  /** True if creating a token requires confirming one's identity because the last confirmation is too old. */
  isConfirmationNeeded: boolean
  nowMs: number
  /** The name of the notice to show; an unknown name shows none. */
  done: string
  error: AppError | null
  /** The name typed for a rejected token. */
  tokenName: string
  /** The state of the checkbox that revokes all tokens when the password changes. */
  revokeTokens: boolean
}

/** The settings page of an account. */
export function settingsPage(view: SiteView, data: SettingsData): Html {
  const texts = view.messages.account.settings
  const done = Object.entries(texts.done).find(([name]) => name === data.done)?.[1]
  return layout(view, {
    feature: 'account',
    title: texts.title,
    indexed: false,
    main: html`<div class="page--text stack settings">
      <h1>${texts.title}</h1>
      ${errorSummary(data.error)} ${data.error === null && done !== undefined && notice(done)}
      ${data.endedAccess.length > 0 && endedAccessPanel(view, data.endedAccess)} ${accountPanel(view, data)}
      ${tokensPanel(view, data)} ${webhooksPanel(view)} ${signOnPanel(view, data)}
      ${showsPassword(view, data) && passwordPanel(view, data)} ${sessionsPanel(view, data)}
      ${ownDataPanel(view)}
    </div>`,
  })
}

/** Returns false for accounts that sign in only at the provider, which need no password. */
function showsPassword({ passwords }: SiteView, { hasPassword, identities }: SettingsData): boolean {
  return passwords && (hasPassword || identities.length === 0)
}

function accountPanel({ name, messages }: SiteView, { account }: SettingsData): Html {
  const texts = messages.account.settings
  return html`<section class="panel" aria-labelledby="account">
    <h2 id="account">${texts.account}</h2>
    <dl class="pairs">
      <div>
        <dt>${messages.account.email}</dt>
        <dd dir="auto">${account.email}</dd>
      </div>
      <div>
        <dt>${texts.memberSince}</dt>
        <dd>${messages.formats.formatDate(account.createdAt)}</dd>
      </div>
      <div>
        <dt>${texts.premium}</dt>
        <dd>
          ${account.premium ? html`<span class="badge badge--honey">${texts.yes}</span>` : texts.no}
          <p class="soft">${account.premium ? texts.hasPremium : texts.noPremium(name)}</p>
        </dd>
      </div>
    </dl>
  </section>`
}

function tokensPanel(
  view: SiteView,
  { tokens, nowMs, error, tokenName, isConfirmationNeeded }: SettingsData,
): Html {
  const texts = view.messages.account.tokens
  const form = html`<form
    class="form ${!isConfirmationNeeded && 'form--row'}"
    method="post"
    action="${view.links.path('/settings/tokens')}"
  >
    ${textField({ label: texts.name, name: 'name', value: tokenName, placeholder: texts.namePlaceholder, required: true, maxLength: 100, autocomplete: 'off', error })}
    ${isConfirmationNeeded && confirmationField(view, { returnTo: '/settings', error: error })}
    <div class="actions"><button class="button" type="submit">${texts.create}</button></div>
  </form>`
  return html`<section class="panel" aria-labelledby="tokens">
    <div>
      <h2 id="tokens">${texts.title}</h2>
      <p class="soft">
        ${texts.hint}
        <a href="${view.links.path('/developers')}">${texts.howItWorks}</a>
      </p>
    </div>
    ${
      tokens.length > 0 &&
      html`<ul class="entries">
        ${tokens.map((token) => tokenEntry(view, token, nowMs))}
      </ul>`
    }
    ${isConfirmationNeeded && view.confirmsBySignOn ? confirmationLink(view, '/settings') : form}
  </section>`
}

function webhooksPanel({ links, messages }: SiteView): Html {
  const texts = messages.webhooks
  return html`<section class="panel" aria-labelledby="webhooks">
    <div>
      <h2 id="webhooks">${texts.title}</h2>
      <p class="soft">${texts.hint}</p>
    </div>
    <div class="actions">
      <a class="button" href="${links.path('/settings/webhooks')}">${texts.manage}</a>
    </div>
  </section>`
}

function tokenEntry(
  view: SiteView,
  { id, name, hint, createdAt, lastUsedAt }: TokenRecord,
  nowMs: number,
): Html {
  const texts = view.messages.account.tokens
  return html`<li class="entry">
    <div class="entry__words">
      <strong dir="auto">${name}</strong>
      <span class="soft">
        ${texts.times(
          html`<code>${hint}…</code>`,
          timeAgo(view, createdAt, nowMs),
          lastUsedAt === null ? null : timeAgo(view, lastUsedAt, nowMs),
        )}
      </span>
    </div>
    <a class="button" href="${view.links.path(`/settings/tokens/${id}/revoke`)}"
      >${texts.revoke} <span class="visually-hidden">${texts.revokeAbout(name)}</span></a
    >
  </li>`
}

function passwordPanel(view: SiteView, data: SettingsData): Html {
  const { account, hasPassword, error, revokeTokens } = data
  const texts = view.messages.account.settings
  const form = html`<form class="form" method="post" action="${view.links.path('/settings/password')}">
    ${passwordOwner(view)}
    ${currentPassword({ label: texts.currentPassword, name: 'current_password', error })}
    ${newPassword(view, { label: texts.newPassword, name: 'new_password', error })}
    ${checkField({ label: texts.revokeTokens, name: 'revoke_tokens', checked: revokeTokens, hint: texts.revokeTokensHint })}
    <div class="actions"><button class="button" type="submit">${texts.changePassword}</button></div>
  </form>`
  return html`<section class="panel" aria-labelledby="password">
    <div>
      <h2 id="password">${texts.passwordTitle}</h2>
      <p class="soft">
        ${hasPassword ? texts.passwordHint : texts.noPassword(howToSetPassword(view, account))}
      </p>
    </div>
    ${hasPassword && form}
  </section>`
}

function howToSetPassword({ messages }: SiteView, { admin, email }: Account): HtmlValue {
  const texts = messages.account.settings
  return admin ? texts.setOnServer(html`<code>gifwright account password ${email}</code>`) : texts.askOperator
}

function sessionsPanel(view: SiteView, { sessions, ownSessionId, nowMs }: SettingsData): Html {
  const texts = view.messages.account.settings
  const own = sessions.filter(({ id }) => id === ownSessionId)
  const others = sessions.filter(({ id }) => id !== ownSessionId)
  return html`<section class="panel" aria-labelledby="sessions">
    <h2 id="sessions">${texts.sessions}</h2>
    <ul class="entries">
      ${[...own, ...others].map(
        ({ id, browser, createdAt, lastUsedAt }) =>
          html`<li class="entry">
            <div class="entry__words">
              <strong
                >${browser}
                ${id === ownSessionId && html`<span class="badge badge--honey">${texts.thisBrowser}</span>`}</strong
              >
              <span class="soft"
                >${texts.sessionTimes(timeAgo(view, lastUsedAt, nowMs), timeAgo(view, createdAt, nowMs))}</span
              >
            </div>
            ${id !== ownSessionId && postButton(view, { path: `/settings/sessions/${id}/end`, label: texts.signOut, about: browser })}
          </li>`,
      )}
    </ul>
    ${others.length > 1 && postButton(view, { path: '/settings/sessions/end-others', label: texts.signOutOthers })}
  </section>`
}

function ownDataPanel({ links, messages }: SiteView): Html {
  const texts = messages.account.settings
  return html`<section class="panel" aria-labelledby="data">
    <div>
      <h2 id="data">${texts.data}</h2>
      <p class="soft">${texts.dataHint}</p>
    </div>
    <div class="actions">
      <a class="button" href="${links.path('/settings/export')}" download>${texts.export}</a>
      <a class="button button--danger" href="${links.path('/settings/remove')}">${texts.deleteAccount}</a>
    </div>
  </section>`
}

/** The access to the account that was ended, shown to its owner until dismissed. */
function endedAccessPanel(view: SiteView, endings: readonly EndedAccess[]): Html {
  const texts = view.messages.account.endedAccess
  return html`<section class="panel" aria-labelledby="ended-access">
    <h2 id="ended-access">${texts.title}</h2>
    <ul class="entries">
      ${endings.map(
        (ended) =>
          html`<li class="entry">
            <div class="entry__words">
              <strong>${texts.by[ended.by](view.messages.formats.formatDateTime(ended.at))}</strong>
              ${ended.password && html`<span>${texts.password}</span>`}
              ${accessKinds
                .filter((kind) => ended[kind].length > 0)
                .map(
                  (kind) =>
                    html`<span class="breakable"
                      >${texts.kinds[kind]}: <bdi>${ended[kind].join(', ')}</bdi></span
                    >`,
                )}
            </div>
          </li>`,
      )}
    </ul>
    <p class="soft">${texts.hint}</p>
    <div class="actions">
      ${postButton(view, { path: '/settings/ended-access/dismiss', label: texts.dismiss })}
    </div>
  </section>`
}
