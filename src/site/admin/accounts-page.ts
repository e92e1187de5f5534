import type { AccountSummary } from '../../accounts/account-store.ts'
import type { Account } from '../../accounts/account.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatCount, formatDate } from '../messages/format.ts'
import { adminPage } from './admin-page.ts'
import { type Listing, listPages } from '../kit/page/list-pages.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type AccountsData = {
  text: string
  total: number
  accounts: AccountSummary[]
  listing: Listing
  done?: string
}

/** The accounts whose address holds what was asked for; each leads to its own page. */
export function accountsPage(view: SiteView, { text, total, accounts, listing, done }: AccountsData): Html {
  return adminPage(view, {
    tab: 'accounts',
    title: 'Accounts',
    aside: formatCount(total, { one: 'account', other: 'accounts' }),
    ...(done !== undefined && { done }),
    main: html`<form class="form form--row" method="get" action="${view.links.path('/admin/accounts')}">
        <div class="field">
          <label for="field-q">Find by e-mail address</label>
          <input type="search" id="field-q" name="q" value="${text}" maxlength="254" autocomplete="off" />
        </div>
        <button class="button" type="submit">Find</button>
      </form>
      ${accounts.length === 0 ? html`<p class="nothing">No account has that in its address.</p>` : accountTable(view, accounts)}
      ${listPages(view, listing)}`,
  })
}

function accountTable(view: SiteView, accounts: AccountSummary[]): Html {
  return html`<table class="table rows" role="table">
    <caption class="unseen">
      Accounts, the oldest first
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${['Account', 'Since', 'GIFs', 'Tokens'].map((words) => html`<th role="columnheader" scope="col">${words}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${accounts.map(
        (account) =>
          html`<tr role="row">
            <td role="cell">
              <a href="${view.links.path(`/admin/accounts/${account.id}`)}" dir="auto">${account.email}</a>
              ${accountMarks(account)}
            </td>
            <td role="cell" data-label="Since">${formatDate(account.createdAt)}</td>
            <td role="cell" data-label="GIFs">${account.gifs}</td>
            <td role="cell" data-label="Tokens">${account.tokens}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

/** What is special about an account, as small marks. */
export function accountMarks({ premium, admin, blocked }: Account): Html[] {
  return [
    ...(premium ? [html`<span class="mark mark--honey">Premium</span> `] : []),
    ...(admin ? [html`<span class="mark">Admin</span> `] : []),
    ...(blocked ? [html`<span class="mark mark--bad">Blocked</span> `] : []),
  ]
}
