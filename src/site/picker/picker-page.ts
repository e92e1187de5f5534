import { type Html, html } from '../../lib/html.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The attributes of the element that the frame's address may set; also `dir`, since a frame inherits nothing. */
export const frameAttributes = [
  'key',
  'rating',
  'limit',
  'columns',
  'theme',
  'locale',
  'texts',
  'dir',
] as const

export type PickerFrame = {
  /** The target origin of the frame's messages: an origin, `*` for any page, or null if the address names none. */
  origin: string | null
  attributes: Partial<Record<(typeof frameAttributes)[number], string>>
}

/** The page with only the picker, for a frame in any page. It is the same for every viewer. */
export function pickerPage(view: SiteView, { origin, attributes }: PickerFrame): Html {
  const { links, assets, name, language } = view
  const texts = view.messages.picker
  const { style, script } = assets.pickerFrame
  const given = frameAttributes.flatMap((key) =>
    attributes[key] === undefined ? [] : [html` ${key}="${attributes[key]}"`],
  )
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${texts.title(name)}</title>
        <link rel="icon" type="image/svg+xml" href="${links.path('/favicon.svg')}" />
        <link rel="stylesheet" href="${links.path(style.path)}" />
        ${origin !== null && html`<script src="${links.path(script.path)}" defer></script>`}
      </head>
      <body data-origin="${origin ?? ''}">
        <main>
          <h1>${texts.heading}</h1>
          ${
            origin === null
              ? html`<p class="notice">${texts.originMissing}</p>`
              : html`<gifwright-picker host="${links.path('/')}" ${given}></gifwright-picker>
                  <noscript><p class="notice">${texts.needsScript}</p></noscript>`
          }
        </main>
      </body>
    </html> `
}
