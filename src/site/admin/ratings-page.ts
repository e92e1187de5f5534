import { type Gif, type Rating, ratings, ratingsUpTo } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { errorSummary } from '../kit/forms/fields.ts'
import { ratingButtons } from '../kit/forms/rating.ts'
import { type Listing, listPages, listingQuery } from '../kit/page/list-pages.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import type { AppError } from '../../lib/app-error.ts'
import { gifSummary, gifStill } from './admin-gif.ts'
import { adminPage } from './admin-page.ts'

/** The number of listed GIFs by stored rating. */
export type RatingCounts = ReadonlyMap<Rating | null, number>

export type RatingsData = {
  counts: RatingCounts
  /** Listed GIFs that nobody has rated. */
  gifs: Gif[]
  listing: Listing
  done?: string
  error?: AppError
}

/** An explanation of the default rating, and the unrated GIFs with buttons to rate them. */
export function ratingsPage(view: SiteView, { counts, gifs, listing, done, error }: RatingsData): Html {
  const texts = view.messages.admin.ratings
  return adminPage(view, {
    tab: 'ratings',
    title: view.messages.admin.tabs.ratings,
    aside: texts.unratedCount(counts.get(null) ?? 0),
    ...(done !== undefined && { done }),
    main: html`${errorSummary(error)} ${ratingsPanel(view, counts)}
    ${
      gifs.length === 0
        ? html`<p class="nothing">${texts.none}</p>`
        : html`<ul class="records">
            ${gifs.map(
              (gif) =>
                html`<li class="record record--still">
                  ${gifStill(view, gif)}
                  <div class="stack">
                    ${gifSummary(view, gif)}
                    ${ratingButtons(view, gif, { path: `/admin/ratings/${gif.code}`, values: { back: listingQuery(listing) } })}
                  </div>
                </li>`,
            )}
          </ul>`
    }
    ${listPages(view, listing)}`,
  })
}

/** The share of this catalogue that apps show with the current default rating. */
export function ratingsPanel({ messages, defaultRating }: SiteView, counts: RatingCounts): Html {
  const texts = messages.admin.ratings
  const { names } = messages.kit.rating
  const sum = (found: readonly (Rating | null)[]) =>
    found.reduce((total, rating) => total + (counts.get(rating) ?? 0), 0)
  const shown = sum(ratingsUpTo('g', defaultRating))
  const all = sum([null, ...ratings])
  return html`<section class="panel stack" aria-labelledby="ratings">
    <h2 id="ratings">${texts.heading}</h2>
    <p>${texts.defaultRating(names[defaultRating], defaultRating)} ${texts.apps(shown, all)}</p>
    <ul class="rating-counts">
      <li>${texts.count(texts.unrated, messages.formats.formatNumber(counts.get(null) ?? 0))}</li>
      ${ratings.map((rating) => html`<li>${texts.count(names[rating], messages.formats.formatNumber(counts.get(rating) ?? 0))}</li> `)}
    </ul>
  </section>`
}
