import type { Gif } from '../../catalogue/gif.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatCount } from '../messages/format.ts'
import { gifNamed, gifStill } from './admin-gif.ts'
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
  /** What was typed to hide a GIF, and why it could not be. */
  typed?: string
  error?: AppError
}

/** The GIFs that nobody but their owners sees, and a form to hide another. */
export function hiddenPage(view: SiteView, data: HiddenData): Html {
  const { total, gifs, listing } = data
  return adminPage(view, {
    tab: 'hidden',
    title: 'Hidden GIFs',
    aside: formatCount(total, { one: 'GIF', other: 'GIFs' }),
    ...(data.done !== undefined && { done: data.done }),
    main: html`${errorSummary(data.error)} ${hideForm(view, data)}
    ${
      gifs.length === 0
        ? html`<p class="nothing">Nothing is hidden.</p>`
        : html`<ul class="records">
            ${gifs.map((gif) => hiddenGif(view, gif, listing))}
          </ul>`
    }
    ${listPages(view, listing)}`,
  })
}

function hideForm(view: SiteView, { typed, error }: HiddenData): Html {
  return html`<section class="panel" aria-labelledby="hide">
    <h2 id="hide">Hide a GIF</h2>
    <p>It leaves search, and everyone but its owner finds nothing at its address, until you show it again.</p>
    <form class="form form--row" method="post" action="${view.links.path('/admin/hidden')}">
      ${textField({
        label: 'The address of its page, or its code',
        name: 'gif',
        value: typed ?? '',
        placeholder: view.links.absolute('/…'),
        required: true,
        autocomplete: 'off',
        error: error ?? null,
      })}
      <button class="button" type="submit">Hide</button>
    </form>
  </section>`
}

function hiddenGif(view: SiteView, gif: Gif, listing: Listing): Html {
  return html`<li class="record record--still">
    ${gifStill(view, gif)}
    <div class="stack">
      ${gifNamed(view, gif)}
      <div class="actions">
        ${postButton(view, {
          path: `/admin/hidden/${gif.code}/show`,
          words: 'Show again',
          about: gif.title,
          values: { back: listingQuery(listing) },
        })}
        <a
          class="button button--danger"
          href="${view.links.path(`/admin/gifs/${gif.code}/remove?from=hidden`)}"
          aria-label="Remove: ${gif.title}"
          >Remove</a
        >
      </div>
    </div>
  </li>`
}
