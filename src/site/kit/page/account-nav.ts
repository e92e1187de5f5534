import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from './site-view.ts'

/** The way to the maker, and to what is the viewer's own. The menu opens without script too. */
export function accountNav(view: SiteView): Html {
  const { links, viewer, address } = view
  const { account } = viewer
  return html`<nav class="top__nav" aria-label="Account">
    <a class="button button--strong" href="${links.path('/create')}">Make a GIF</a>
    ${
      account === null
        ? html`<a
            class="top__link"
            href="${isEntrance(address) ? links.path('/login') : links.signIn(address)}"
            >Sign in</a
          >`
        : html`<details class="menu" data-menu>
            <summary class="top__link">Account</summary>
            <div class="menu__sheet">
              <p class="menu__who" dir="auto">${account.email}</p>
              <ul>
                <li><a href="${links.path('/mine')}">My GIFs</a></li>
                <li><a href="${links.path('/settings')}">Settings</a></li>
                ${account.admin && html`<li><a href="${links.path('/admin')}">Operator’s page</a></li>`}
              </ul>
              <form method="post" action="${links.path('/logout')}" data-sign-out>
                <button class="menu__button" type="submit">Sign out</button>
              </form>
            </div>
          </details>`
    }
  </nav>`
}

/** Nobody wants to come back to the page for signing in. */
function isEntrance(address: string): boolean {
  return /^\/(?:login|signup|logout)\b/.test(address)
}
