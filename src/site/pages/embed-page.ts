import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { gifVideo } from '../parts/gif-stage.ts'
import type { SiteView } from '../site-view.ts'

/** A GIF alone, for a frame on any other site: it plays, and leads to its page. Needs no script and knows no viewer. */
export function embedPage(view: Pick<SiteView, 'name' | 'links' | 'assets' | 'mediaUrls'>, gif: Gif): Html {
  const { links, assets, name } = view
  const page = links.absolute(`/${gif.code}`)
  const shown = html`<a class="frame__link" href="${page}" target="_blank" rel="noopener"
    >${gifVideo(view, gif)}</a
  >`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${gif.title} · ${name}</title>
        <link rel="icon" type="image/svg+xml" href="${links.path('/favicon.svg')}" />
        <link rel="canonical" href="${page}" />
        <link rel="stylesheet" href="${links.path(assets.embedStyle.path)}" />
      </head>
      <body>
        <main class="frame">
          <h1 class="frame__heading">${gif.title}</h1>
          ${
            gif.nsfw
              ? html`<details>
                  <summary>Not safe for work. Press to show it.</summary>
                  ${shown}
                </details>`
              : shown
          }
          <a
            class="frame__name"
            href="${page}"
            target="_blank"
            rel="noopener"
            tabindex="-1"
            aria-hidden="true"
            >${gif.title} · ${name}</a
          >
        </main>
      </body>
    </html> `
}
