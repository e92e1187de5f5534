import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import type { SiteView } from '../site-view.ts'

/**
 * What makes a link to the GIF play in chat programs. A private GIF has none, so that nothing of it can leak; one that
 * is not safe for work has no picture.
 */
export function socialTags({ name, links, mediaUrls }: SiteView, gif: Gif): Html | null {
  if (gif.private) return null
  const page = links.absolute(`/${gif.code}`)
  const mp4 = mediaUrls.urlOf(gif, 'mp4')
  const gifUrl = mediaUrls.urlOf(gif, 'gif')
  const property = (key: string, value: string | number) =>
    html`<meta property="${key}" content="${value}" /> `
  const named = (key: string, value: string) => html`<meta name="${key}" content="${value}" /> `
  const embedding = links.absolute(`/oembed?url=${encodeURIComponent(page)}&format=json`)
  return html`<link rel="canonical" href="${page}" />
    <link rel="alternate" type="application/json+oembed" href="${embedding}" title="${gif.title}" />
    ${property('og:site_name', name)}${property('og:title', gif.title)}${property('og:url', page)}${named('twitter:title', gif.title)}
    ${gif.nsfw && [property('og:type', 'website'), named('twitter:card', 'summary'), named('rating', 'adult')]}
    ${
      !gif.nsfw && [
        property('og:type', 'video.other'),
        property('og:image', gifUrl),
        property('og:image:type', 'image/gif'),
        property('og:image:width', gif.width),
        property('og:image:height', gif.height),
        property('og:image:alt', gif.title),
        property('og:video', mp4),
        mp4.startsWith('https:') && property('og:video:secure_url', mp4),
        property('og:video:type', 'video/mp4'),
        property('og:video:width', gif.width),
        property('og:video:height', gif.height),
        named('twitter:card', 'summary_large_image'),
        named('twitter:image', gifUrl),
        named('twitter:image:alt', gif.title),
      ]
    }`
}
