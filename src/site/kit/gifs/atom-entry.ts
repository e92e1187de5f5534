import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html, xmlText } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'

/** A GIF in an Atom feed. */
export function atomEntry({ links, mediaUrls }: SiteView, gif: Gif): Html {
  const page = links.absolute(`/${gif.code}`)
  const file = mediaUrls.urlOf(gif, 'gif')
  // Feed readers have no spoilers, so a flashing GIF is shown as a still.
  const shown = gif.flashing === true ? mediaUrls.urlOf(gif, 'thumb') : file
  const { width, height, alt, title } = gif
  const image = html`<a href="${page}"
    ><img src="${shown}" alt="${xmlText(alt ?? title)}" width="${width}" height="${height}"
  /></a>`
  const bytes = gif.renditions.gif?.bytes ?? null
  return html`
    <entry>
      <id>${page}</id>
      <title>${xmlText(title)}</title>
      <published>${atomTime(gif)}</published>
      <updated>${atomTime(gif)}</updated>
      <link rel="alternate" type="text/html" href="${page}" />
      <link rel="enclosure" type="image/gif" href="${file}" ${bytes !== null && html` length="${bytes}"`} />
      ${gif.tags.map((tag) => html`<category term="${xmlText(tag)}" />`)}
      <content type="html">${String(image)}</content>
    </entry>
  `
}

/** The creation time of a GIF in the format of Atom. */
export function atomTime({ createdAt }: Gif): string {
  return new Date(createdAt).toISOString()
}
