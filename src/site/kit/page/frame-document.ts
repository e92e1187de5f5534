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

/** The page of a frame that has nothing to show, or nothing that everyone may see. `block` is its class. */
export function missingFrame(
  view: SiteView,
  { style, block, texts }: { style: Asset; block: string; texts: MissingTexts },
): Html {
  return frameDocument(view, {
    style,
    title: texts.missingTitle(view.name),
    main: html`<main class="${block} ${block}--missing">
      <h1>${texts.missing}</h1>
      <a href="${view.links.absolute('/')}" target="_blank" rel="noopener">${texts.more(view.name)}</a>
    </main>`,
  })
}

type MissingTexts = {
  missingTitle: (site: string) => string
  missing: string
  more: (site: string) => string
}
