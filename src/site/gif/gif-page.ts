import { type Gif, isPublic } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { writeDay, writeDuration } from '../kit/page/measures.ts'
import { copyFields } from '../kit/gifs/copy-fields.ts'
import { gifActions, seenByNote } from './gif-actions.ts'
import { gifDownloads } from '../kit/gifs/gif-downloads.ts'
import { gifStage } from '../kit/gifs/gif-stage.ts'
import { gifWall } from '../kit/gifs/gif-wall.ts'
import { layout } from '../kit/page/layout.ts'
import { pageHeading } from '../kit/page/page-heading.ts'
import { socialTags } from './social-tags.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** One GIF, large, with all that can be done with it, and others like it. */
export function gifPage(view: SiteView, gif: Gif, related: readonly Gif[]): Html {
  const { links } = view
  return layout(view, {
    title: gif.title,
    description: `${gif.title}: a GIF of ${writeDuration(gif.durationMs)} in ${gif.category.name}.`,
    head: socialTags(view, gif) ?? undefined,
    indexed: isPublic(gif) && !gif.nsfw,
    main: html`<article class="gif">
        ${gifStage(view, gif)}
        <div class="gif__side">
          <div class="gif__name">${pageHeading(gif.title)} ${labels(view, gif)}</div>
          ${seenByNote(view, gif)} ${gifActions(view, gif)} ${copyFields(view, gif)}
          ${gifDownloads(view, gif)}
        </div>
        <div class="gif__foot">
          ${facts(gif)}
          <a class="quiet" href="${links.path(`/${gif.code}/report`)}" rel="nofollow">Report this GIF</a>
        </div>
      </article>
      ${
        related.length > 0 &&
        html`<section class="related" aria-labelledby="related">
          <h2 id="related">More like this</h2>
          ${gifWall(view, related, { atTop: false })}
        </section>`
      }`,
  })
}

function labels({ links }: SiteView, { category, tags }: Gif): Html {
  return html`<ul class="chips" aria-label="Category and tags">
    <li>
      <a class="chip chip--category" href="${links.search({ categoryCode: category.code })}"
        >${category.name}</a
      >
    </li>
    ${tags.map((tag) => html`<li><a class="chip chip--tag" dir="auto" href="${links.search({ text: tag })}">#${tag}</a></li>`)}
  </ul>`
}

function facts(gif: Gif): Html {
  const made = html`<time datetime="${new Date(gif.createdAt).toISOString()}"
    >${writeDay(gif.createdAt)}</time
  >`
  const all: [string, Html | string | number][] = [
    ['Size', `${gif.width} × ${gif.height}`],
    ['Length', writeDuration(gif.durationMs)],
    ['Frames', gif.frames],
    ['Made', made],
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
