import { type Gif, isListed, isNsfw, resolveRating } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Decision } from '../../catalogue/notices/notice.ts'
import { editLink, type KeptSourceOfGif, otherVariants } from '../kit/gifs/kept-source.ts'
import { gifActions, visibilityNote } from './gif-actions.ts'
import { gifPlayer } from '../kit/gifs/gif-player.ts'
import { gifGrid } from '../kit/gifs/gif-grid.ts'
import { layout, pageHeading } from '../kit/page/layout.ts'
import { sharePanel } from './share-panel.ts'
import { socialTags } from './social-tags.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The page of a GIF, with its actions and related GIFs. */
export function gifPage(
  view: SiteView,
  gif: Gif,
  {
    related,
    decision,
    kept,
  }: { related: readonly Gif[]; decision: Decision | null; kept: KeptSourceOfGif | null },
): Html {
  const texts = view.messages.gif
  return layout(view, {
    feature: 'gif',
    isWide: related.length > 0,
    title: gif.title,
    description:
      gif.alt ??
      texts.description(gif.title, view.messages.formats.formatDuration(gif.durationMs), gif.category.name),
    head: socialTags(view, gif) ?? undefined,
    indexed: isListed(gif) && !isNsfw(gif),
    main: html`<div class="${related.length > 0 && 'with-related'}">
      <article class="gif">
        ${gifPlayer(view, gif)}
        <div class="gif__side">
          <div class="gif__name">${pageHeading(gif.title)} ${labels(view, gif)}</div>
          ${gif.alt !== null && html`<p class="gif__alt"><span class="visually-hidden">${texts.alt}</span> <span dir="auto">${gif.alt}</span></p>`}
          ${visibilityNote(view, gif, decision)} ${sharePanel(view, gif)} ${gifActions(view, gif)}
          ${kept !== null && html`<div class="actions">${editLink(view, gif, kept)}</div>`}
        </div>
        <div class="gif__foot">${otherVariants(view, gif, kept)} ${facts(view, gif)}</div>
      </article>
      ${
        related.length > 0 &&
        html`<section class="related" aria-labelledby="related">
          <h2 id="related">${texts.related}</h2>
          ${gifGrid(view, related, { atTop: false })}
        </section>`
      }
    </div>`,
  })
}

function labels({ links, messages }: SiteView, { category, tags }: Gif): Html {
  return html`<ul class="chips" aria-label="${messages.gif.labels}">
    <li>
      <a class="chip chip--category" href="${links.search({ categoryCode: category.code })}"
        >${category.name}</a
      >
    </li>
    ${tags.map((tag) => html`<li><a class="chip chip--tag" dir="auto" href="${links.search({ text: tag })}">#${tag}</a></li>`)}
  </ul>`
}

function facts({ messages, defaultRating }: SiteView, gif: Gif): Html {
  const texts = messages.gif.facts
  const created = html`<time datetime="${new Date(gif.createdAt).toISOString()}"
    >${messages.formats.formatDate(gif.createdAt)}</time
  >`
  const all: [string, Html | string | number][] = [
    [texts.size, `${gif.width} × ${gif.height}`],
    [texts.duration, messages.formats.formatDuration(gif.durationMs)],
    [texts.frames, gif.frames],
    [texts.rating, messages.kit.rating.names[resolveRating(gif.rating, defaultRating)]],
    [texts.created, created],
  ]
  return html`<dl class="facts">
    ${all.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}
