import type { Gif } from '../../../catalogue/gif.ts'
import type { AppError } from '../../../lib/app-error.ts'
import { type Html, html } from '../../../lib/html.ts'
import { maxAltLength } from '../../../options/rules/title-and-tags.ts'
import { stillSources } from '../gifs/stills.ts'
import { type Listing, listingQuery, listPages } from '../page/list-pages.ts'
import type { SiteView } from '../page/site-view.ts'
import { errorSummary } from './fields.ts'

export type DescribeData = {
  gifs: readonly Gif[]
  listing: Listing
  /** True after a description was saved: the next field gets the focus. */
  focusesNext: boolean
  error: AppError | null
}

/**
 * A list of GIFs without a description, each with a form that posts to the listing's path followed by the GIF's code.
 */
export function describeList(view: SiteView, { gifs, listing, focusesNext, error }: DescribeData): Html {
  const texts = view.messages.kit.describe
  return html`${errorSummary(error)}
  ${
    gifs.length === 0
      ? html`<p class="nothing">${texts.none}</p>`
      : html`<p class="soft" id="describe-hint">${texts.hint}</p>
          <ul class="describe">
            ${gifs.map((gif, index) => describeForm(view, gif, listing, focusesNext && index === 0))}
          </ul>`
  }
  ${listPages(view, listing)}`
}

function describeForm(view: SiteView, gif: Gif, listing: Listing, hasFocus: boolean): Html {
  const { links, messages } = view
  const texts = messages.kit.describe
  return html`<li class="describe__gif">
    <img
      class="describe__still"
      ${stillSources(view, gif, '11rem')}
      alt=""
      width="${gif.width}"
      height="${gif.height}"
      loading="lazy"
    />
    <form class="form" method="post" action="${links.path(`${listing.path}/${gif.code}`)}">
      <input type="hidden" name="back" value="${listingQuery(listing)}" />
      <div class="field">
        <label for="alt-${gif.code}"
          ><a dir="auto" href="${links.path(`/${gif.code}`)}">${gif.title}</a
          ><span class="visually-hidden">: ${texts.field}</span></label
        >
        <textarea
          id="alt-${gif.code}"
          name="alt"
          rows="2"
          maxlength="${maxAltLength}"
          dir="auto"
          required
          aria-describedby="describe-hint"
          ${hasFocus && html` autofocus`}
        ></textarea>
      </div>
      <div><button class="button" type="submit">${texts.save}</button></div>
    </form>
  </li>`
}
