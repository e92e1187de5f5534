import { type Html, html } from '../../../lib/html.ts'
import type { Asset } from '../assets/make-asset.ts'
import type { SiteView } from './site-view.ts'

/** A page without the site's header and footer, for a frame on any other site. */
export function frameDocument(
  { links, language }: SiteView,
  { title, head, main, style }: { title: string; head?: Html; main: Html; style: Asset },
): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" type="image/svg+xml" href="${links.path('/favicon.svg')}" />
        ${head}
        <link rel="stylesheet" href="${links.path(style.path)}" />
      </head>
      <body>
        ${main}
      </body>
    </html> `
}
