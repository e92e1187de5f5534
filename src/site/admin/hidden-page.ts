import type { Gif } from '../../catalogue/gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { gifSummary, gifStill } from './admin-gif.ts'
import { adminPage } from './admin-page.ts'
import { type Listing, listPages, listingQuery } from '../kit/page/list-pages.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { errorSummary, textField } from '../kit/forms/fields.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type HiddenData = {
  total: number
  gifs: Gif[]
  listing: Listing
  done?: string
  /** The rejected input of the form to hide a GIF. */
  typed?: string
  error?: AppError
}

/** The hidden GIFs, which only their owners and operators see, and a form to hide another one. */
export function hiddenPage(view: SiteView, data: HiddenData): Html {
  const { total, gifs, listing } = data
  return adminPage(view, {
    tab: 'hidden',
    title: view.messages.admin.tabs.hidden,
    aside: view.messages.kit.gifCount(total),
    ...(data.done !== undefined && { done: data.done }),
    main: html`${errorSummary(data.error)} ${hideForm(view, data)}
    ${
      gifs.length === 0
        ? html`<p class="nothing">${view.messages.admin.hidden.none}</p>`
        : html`<ul class="records">
            ${gifs.map((gif) => hiddenGif(view, gif, listing))}
          </ul>`
    }
    ${listPages(view, listing)}`,
  })
}

function hideForm(view: SiteView, { typed, error }: HiddenData): Html {
  const texts = view.messages.admin.hidden
  return html`<section class="panel" aria-labelledby="hide">
    <h2 id="hide">${texts.heading}</h2>
    <p>${texts.hint}</p>
    <form class="form form--row" method="post" action="${view.links.path('/admin/hidden')}">
      ${textField({
        label: texts.field,
        name: 'gif',
        value: typed ?? '',
        placeholder: view.links.absolute('/…'),
        required: true,
        autocomplete: 'off',
        error: error ?? null,
      })}
      <button class="button" type="submit">${texts.hide}</button>
    </form>
  </section>`
}

function hiddenGif(view: SiteView, gif: Gif, listing: Listing): Html {
  return html`<li class="record record--still">
    ${gifStill(view, gif)}
    <div class="stack">
      ${gifSummary(view, gif)}
      <div class="actions">
        ${postButton(view, {
          path: `/admin/hidden/${gif.code}/show`,
          label: view.messages.admin.hidden.show,
          about: gif.title,
          values: { back: listingQuery(listing) },
        })}
        <a
          class="button button--danger"
          href="${view.links.path(`/admin/gifs/${gif.code}/remove?from=hidden`)}"
          aria-label="${view.messages.admin.removeAbout(gif.title)}"
          >${view.messages.admin.remove}</a
        >
      </div>
    </div>
  </li>`
}
