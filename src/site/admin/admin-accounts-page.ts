import type { AccountSummary } from '../../accounts/account-store.ts'
import type { Account } from '../../accounts/account.ts'
import { type Html, html } from '../../lib/html.ts'
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

/** The accounts whose email address contains the search text. */
export function accountsPage(view: SiteView, { text, total, accounts, listing, done }: AccountsData): Html {
  const texts = view.messages.admin.accounts
  return adminPage(view, {
    tab: 'accounts',
    title: view.messages.admin.tabs.accounts,
    aside: texts.count(total),
    ...(done !== undefined && { done }),
    main: html`<form class="form form--row" method="get" action="${view.links.path('/admin/accounts')}">
        <div class="field">
          <label for="field-q">${texts.findField}</label>
          <input type="search" id="field-q" name="q" value="${text}" maxlength="254" autocomplete="off" />
        </div>
        <button class="button" type="submit">${texts.find}</button>
      </form>
      ${accounts.length === 0 ? html`<p class="nothing">${texts.noneFound}</p>` : accountTable(view, accounts)}
      ${listPages(view, listing)}`,
  })
}

function accountTable(view: SiteView, accounts: AccountSummary[]): Html {
  const texts = view.messages.admin.accounts
  return html`<table class="table rows" role="table">
    <caption class="visually-hidden">
      ${texts.caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${[texts.account, texts.since, texts.gifs, texts.tokens].map((label) => html`<th role="columnheader" scope="col">${label}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${accounts.map(
        (account) =>
          html`<tr role="row">
            <td role="cell">
              <a href="${view.links.path(`/admin/accounts/${account.id}`)}" dir="auto">${account.email}</a>
              ${accountMarks(view, account)}
            </td>
            <td role="cell" data-label="${texts.since}">
              ${view.messages.formats.formatDate(account.createdAt)}
            </td>
            <td role="cell" data-label="${texts.gifs}">${account.gifs}</td>
            <td role="cell" data-label="${texts.tokens}">${account.tokens}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

/** Marks for premium, admin and blocked accounts. */
export function accountMarks({ messages }: SiteView, { premium, admin, blocked }: Account): Html[] {
  const texts = messages.admin.accounts
  return [
    ...(premium ? [html`<span class="badge badge--honey">${texts.premium}</span> `] : []),
    ...(admin ? [html`<span class="badge">${texts.admin}</span> `] : []),
    ...(blocked ? [html`<span class="badge badge--bad">${texts.blocked}</span> `] : []),
  ]
}
