import type { Gif } from '../../catalogue/gif.ts'
import { isOwner } from '../../catalogue/show-gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Decision } from '../../catalogue/notices/notice.ts'
import { ratingButtons } from '../kit/forms/rating.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/**
 * The actions of the owner, the operator, or the browser that made a GIF without an account. The script reveals the latter
 * if the browser has the key. Null for everyone else.
 */
export function gifActions(view: SiteView, gif: Gif): Html | null {
  const { links, viewer, messages } = view
  const texts = messages.gif.manage
  const own = isOwner(gif, viewer)
  const admin = viewer.account?.admin === true
  if (!own && !admin) return gif.ownerId === null ? madeHere(view, gif) : null
  const path = (end: string) => links.path(`/${gif.code}/${end}`)
  return html`<section class="manage" aria-labelledby="manage">
    <h2 id="manage">${own ? texts.own : texts.admin}</h2>
    <div class="actions">
      ${own && gif.visibility === 'unlisted' && !gif.hidden && publishButton(path('publish'), messages)}
      ${own && html`<a class="button" href="${path('edit')}">${texts.edit}</a>`}
      ${
        admin &&
        html`<form method="post" action="${path('hide')}">
          <input type="hidden" name="hidden" value="${gif.hidden ? 0 : 1}" />
          <button class="button" type="submit">${gif.hidden ? texts.show : texts.hide}</button>
        </form>`
      }
      ${admin && html`<a class="button" href="${links.path(`/admin/notices/${gif.code}`)}">${texts.notices}</a>`}
      <a class="button button--danger" href="${path('delete')}" data-opens="delete-dialog"
        >${own ? texts.delete : texts.remove}</a
      >
    </div>
    ${admin && ratingButtons(view, gif, { path: `/${gif.code}/rate` })}
    <dialog id="delete-dialog" class="dialog" aria-labelledby="delete-heading">
      <h2 id="delete-heading">${messages.gif.delete.heading}</h2>
      ${deleteForm(view, gif, html`<button class="button" type="button" data-closes autofocus>${messages.gif.delete.cancel}</button>`)}
    </dialog>
  </section>`
}

function publishButton(path: string, { publishing }: SiteView['messages']): Html {
  return html`<form method="post" action="${path}">
    <input type="hidden" name="published" value="1" />
    <button class="button button--strong" type="submit">${publishing.publish}</button>
  </form>`
}

/** A form that the script fills in and shows if the browser has the manage key. */
function madeHere({ links, messages }: SiteView, { code }: Gif): Html {
  const texts = messages.publishing.madeHere
  return html`<section class="manage" aria-labelledby="made-here" data-made-here="${code}" hidden>
    <h2 id="made-here">${texts.heading}</h2>
    <form class="actions" method="post" action="${links.path(`/${code}/manage`)}">
      <input type="hidden" name="key" />
      <button class="button" type="submit" name="action" value="open">${texts.manage}</button>
    </form>
  </section>`
}

/** The form to delete a GIF, with an explanation. `back` is shown next to the button; `key` is the delete key, if used. */
export function deleteForm({ links, messages }: SiteView, gif: Gif, back: Html, key?: string): Html {
  const texts = messages.gif.delete
  return html`<form class="form" method="post" action="${links.path(`/${gif.code}/delete`)}">
    ${key !== undefined && html`<input type="hidden" name="key" value="${key}" />`}
    <p>${texts.explanation(gif.title)}</p>
    <div class="actions">
      <button class="button button--danger" type="submit">${texts.confirm}</button>
      ${back}
    </div>
  </form>`
}

/** A note on the visibility of a GIF, including the decision to hide it for its owner; null for a public GIF. */
export function visibilityNote(
  { links, viewer, messages }: SiteView,
  gif: Gif,
  decision: Decision | null,
): Html | null {
  const texts = messages.gif.visibility
  if (gif.hidden) {
    const text = viewer.account?.admin === true ? texts.hiddenForAdmin : texts.hiddenForOwner
    return html`<p class="note">${text}</p>
      ${
        decision !== null &&
        html`<p class="statement" dir="auto">${decision.statement}</p>
          <p><a href="${links.path(`/mine/decisions/${gif.code}`)}">${texts.readDecision}</a></p>`
      }`
  }
  if (gif.visibility === 'unlisted') return html`<p class="note">${texts.unlisted}</p>`
  if (gif.visibility !== 'private') return null
  return html`<p class="note">${isOwner(gif, viewer) ? texts.privateForOwner : texts.privateForAdmin}</p>`
}
