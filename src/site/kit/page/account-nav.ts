import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from './site-view.ts'

/** Links to the maker and to the viewer's own pages, in a menu that opens without script. */
export function accountNav(view: SiteView): Html {
  const { links, viewer, address } = view
  const { account } = viewer
  const texts = view.messages.kit.account
  return html`<nav class="top__nav" aria-label="${texts.navigation}">
    <a class="button button--strong" href="${links.path('/create')}">${view.messages.kit.layout.makeGif}</a>
    ${
      account === null
        ? html`<a
            class="top__link"
            href="${isSignInPage(address) ? links.path('/login') : links.signIn(address)}"
            >${texts.signIn}</a
          >`
        : html`<details class="menu" data-menu>
            <summary class="top__link">${texts.menu}</summary>
            <div class="menu__sheet">
              <p class="menu__who" dir="auto">${account.email}</p>
              <ul>
                <li><a href="${links.path('/mine')}">${texts.myGifs}</a></li>
                <li><a href="${links.path('/mine/favourites')}">${texts.favorites}</a></li>
                <li><a href="${links.path('/mine/collections')}">${texts.collections}</a></li>
                <li><a href="${links.path('/import')}">${texts.importGifs}</a></li>
                <li><a href="${links.path('/settings')}">${texts.settings}</a></li>
                ${account.admin && html`<li><a href="${links.path('/admin')}">${texts.admin}</a></li>`}
              </ul>
              <form method="post" action="${links.path('/logout')}" data-sign-out>
                <button class="menu__button" type="submit">${texts.signOut}</button>
              </form>
            </div>
          </details>`
    }
  </nav>`
}

/** Returns true for the sign-in page, to which signing in must not lead back. */
function isSignInPage(address: string): boolean {
  return /^\/(?:login|signup|logout)\b/.test(address)
}
