import type { Gif } from '../../catalogue/gif.ts'
import { isOwner } from '../../catalogue/show-gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** What its owner and the operator can do with a GIF; nothing for everyone else. */
export function gifActions(view: SiteView, gif: Gif): Html | null {
  const { links, viewer } = view
  const own = isOwner(gif, viewer)
  const admin = viewer.account?.admin === true
  if (!own && !admin) return null
  const path = (end: string) => links.path(`/${gif.code}/${end}`)
  return html`<section class="manage" aria-labelledby="manage">
    <h2 id="manage">${own ? 'Your GIF' : 'Operator'}</h2>
    <div class="actions">
      ${own && html`<a class="button" href="${path('edit')}">Edit</a>`}
      ${
        admin &&
        html`<form method="post" action="${path('hide')}">
          <input type="hidden" name="hidden" value="${gif.hidden ? 0 : 1}" />
          <button class="button" type="submit">${gif.hidden ? 'Show again' : 'Hide'}</button>
        </form>`
      }
      <a class="button button--danger" href="${path('delete')}" data-opens="delete-dialog"
        >${own ? 'Delete' : 'Remove'}</a
      >
    </div>
    <dialog id="delete-dialog" class="dialog" aria-labelledby="delete-heading">
      <h2 id="delete-heading">Delete this GIF for good?</h2>
      ${deleteForm(view, gif, html`<button class="button" type="button" data-closes autofocus>Keep it</button>`)}
    </dialog>
  </section>`
}

/** What deleting means, and the button that does it, beside the way back. */
export function deleteForm({ links }: SiteView, gif: Gif, back: Html): Html {
  return html`<form class="form" method="post" action="${links.path(`/${gif.code}/delete`)}">
    <p>
      “<bdi>${gif.title}</bdi>” and its files go at once. Links to it and places where it is embedded stop
      working.
    </p>
    <div class="actions">
      <button class="button button--danger" type="submit">Delete it</button>
      ${back}
    </div>
  </form>`
}

/** Who can see a GIF that not everyone can. */
export function seenByNote({ viewer }: SiteView, gif: Gif): Html | null {
  if (gif.hidden) {
    return html`<p class="note">
      ${
        viewer.account?.admin === true
          ? 'Hidden: only its owner and operators can see it.'
          : 'The operator has hidden this GIF: only you and operators can see it.'
      }
    </p>`
  }
  if (!gif.private) return null
  if (!isOwner(gif, viewer)) {
    return html`<p class="note">
      Private: only its owner can see it, and operators until its reports are dealt with.
    </p>`
  }
  return html`<p class="note">
    Private: only you can see this page. The addresses of its files end after a while.
  </p>`
}
