import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { RenditionName } from '../../media/rendition.ts'
import { writeBytes, writeDay, writeDuration } from '../measures.ts'
import { copyField } from '../parts/copy-field.ts'
import { gifStage } from '../parts/gif-stage.ts'
import { layout } from '../parts/layout.ts'
import { socialTags } from '../parts/social-tags.ts'
import type { SiteView } from '../site-view.ts'

/** One GIF, large, with all that can be done with it. */
export function gifPage(view: SiteView, gif: Gif): Html {
  const { links, mediaUrls } = view
  const { category } = gif
  return layout(view, {
    title: gif.title,
    description: `${gif.title}: a GIF of ${writeDuration(gif.durationMs)} in ${category.name}.`,
    head: socialTags(view, gif) ?? undefined,
    indexed: !gif.private && !gif.nsfw,
    main: html`<article class="gif">
      ${gifStage(view, gif)}
      <div class="gif__side">
        <h1>${gif.title}</h1>
        <ul class="chips">
          <li>
            <a class="chip chip--category" href="${links.search({ categoryCode: category.code })}"
              >${category.name}</a
            >
          </li>
          ${gif.tags.map((tag) => html`<li><a class="chip chip--tag" href="${links.search({ text: tag })}">#${tag}</a></li>`)}
        </ul>
        ${gif.private && html`<p class="note">Private: only you can see this page. The addresses of its files end after a while.</p>`}
        <section aria-label="Copy">
          ${copyField('Page', links.absolute(`/${gif.code}`))}
          ${copyField('GIF', mediaUrls.urlOf(gif, 'gif'))}
          <p class="announce" role="status" data-copy-status></p>
        </section>
        <section aria-labelledby="download">
          <h2 id="download">Download</h2>
          <ul class="downloads">
            ${download(view, gif, 'gif', 'GIF', gif.gifBytes)}
            ${download(view, gif, 'mp4', 'MP4', gif.mp4Bytes)}
            ${download(view, gif, 'webp', 'WebP', gif.webpBytes)}
          </ul>
        </section>
        <dl class="facts">
          <div>
            <dt>Size</dt>
            <dd>${gif.width} × ${gif.height}</dd>
          </div>
          <div>
            <dt>Length</dt>
            <dd>${writeDuration(gif.durationMs)}</dd>
          </div>
          <div>
            <dt>Frames</dt>
            <dd>${gif.frames}</dd>
          </div>
          <div>
            <dt>Made</dt>
            <dd>
              <time datetime="${new Date(gif.createdAt).toISOString()}">${writeDay(gif.createdAt)}</time>
            </dd>
          </div>
        </dl>
      </div>
    </article>`,
  })
}

function download(
  { mediaUrls }: SiteView,
  gif: Gif,
  name: RenditionName,
  words: string,
  bytes: number,
): Html {
  const url = new URL(mediaUrls.urlOf(gif, name))
  url.searchParams.set('download', '1')
  return html`<li>
    <a class="button" href="${url.href}" download rel="nofollow"
      >${words} <small>${writeBytes(bytes)}</small></a
    >
  </li>`
}
