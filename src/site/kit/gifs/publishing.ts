import type { Gif } from '../../../catalogue/gif.ts'
import type { VisitorGif } from '../../../catalogue/publishing/visitor-gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import { copyField } from '../forms/fields.ts'
import { postButton } from '../forms/post-button.ts'
import type { SiteView } from '../page/site-view.ts'

/** A visitor's GIF with its manage key, which the forms send in their bodies. */
export type GifWithKey = { gif: Gif; visitorGif: Pick<VisitorGif, 'state' | 'reason' | 'since'>; key: string }

/** The visibility of a GIF, its reason, and the date until which the GIF is kept. */
export function publishingState(view: SiteView, { gif, visitorGif }: GifWithKey): Html {
  const texts = view.messages.publishing.state
  const { state, reason } = visitorGif
  const removedAt = gif.hidden ? null : removedAtTime(view, visitorGif)
  const removal = view.publishing === 'accounts' ? texts.removedOn : texts.removedUnlessPublished
  return html`<div class="note">
    <p>${gif.hidden ? texts.hidden : texts[state]}</p>
    ${state === 'declined' && reason !== null && html`<p>${texts.reason(reason)}</p>`}
    ${removedAt !== null && html`<p>${removal(view.messages.formats.formatDate(removedAt))}</p>`}
  </div>`
}

/** The time at which the GIF is removed if nothing changes; null for never. */
function removedAtTime(
  { keepUnpublishedMs }: SiteView,
  { state, since }: GifWithKey['visitorGif'],
): number | null {
  if (keepUnpublishedMs === null || (state !== 'unpublished' && state !== 'declined')) return null
  return since + keepUnpublishedMs
}

/**
 * The button to publish or unpublish the GIF, with an explanation; null while the operator has hidden it. `task` is the
 * task whose page is shown next, instead of the page to manage the GIF.
 */
export function publishForm(view: SiteView, held: GifWithKey, task?: string): Html | null {
  if (held.gif.hidden) return null
  const texts = view.messages.publishing
  const { state } = held.visitorGif
  const button = (action: string, label: string, look?: 'strong') =>
    postButton(view, {
      path: `/${held.gif.code}/manage`,
      label,
      ...(look !== undefined && { look }),
      values: { key: held.key, action, ...(task !== undefined && { task }) },
    })
  if (state === 'published') return button('unpublish', texts.unpublish)
  if (state === 'waiting') return button('unpublish', texts.withdraw)
  if (view.publishing === 'accounts') return html`<p class="soft">${texts.accountsHint}</p>`
  const isReview = view.publishing === 'review'
  return html`<div class="publish">
    ${button('publish', isReview ? texts.askToPublish : texts.publish, ...(task === undefined ? (['strong'] as const) : []))}
    <p class="soft">${isReview ? texts.reviewHint(view.name) : texts.publishHint}</p>
  </div>`
}

/** The manage link to copy, with an explanation. The script stores its key in the browser, too. */
export function manageLink(view: SiteView, { gif, key }: GifWithKey): Html {
  const texts = view.messages.publishing.manage
  const path = `/${gif.code}/manage`
  return html`<section
    class="manage-link"
    aria-labelledby="manage-link"
    data-made-gif="${gif.code}"
    data-key="${key}"
  >
    <h2 id="manage-link">${texts.linkHeading}</h2>
    <p>${texts.keep} <span data-kept-here hidden>${texts.inBrowser}</span></p>
    ${copyField(view, texts.link, `${view.links.absolute(path)}#${key}`)}
  </section>`
}
