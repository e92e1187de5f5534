import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { RenditionName } from '../../../media/rendition.ts'
import { resolveRendition } from '../../../media/resolve-rendition.ts'
import type { SiteView } from '../page/site-view.ts'

/** The stills that a browser chooses from, the smallest first. */
const stills = ['still220w', 'still320w', 'still480w', 'thumb'] as const satisfies RenditionName[]

/** The attributes of an image that shows the still of a GIF; `sizes`: how wide it is shown, as in HTML. */
export function stillSources({ mediaUrls }: Pick<SiteView, 'mediaUrls'>, gif: Gif, sizes: string): Html {
  const there = stills.filter((name) => gif.renditions[name] !== undefined)
  const sources = there.map((name) => `${mediaUrls.urlOf(gif, name)} ${gif.renditions[name]?.width ?? 0}w`)
  const src = mediaUrls.urlOf(gif, 'thumb')
  if (sources.length < 2) return html`src="${src}"`
  return html`src="${src}" srcset="${sources.join(', ')}" sizes="${sizes}"`
}

/** The address of a still that is wide enough for a small place: at most 110 pixels. */
export function smallStillUrl({ mediaUrls }: Pick<SiteView, 'mediaUrls'>, gif: Gif): string {
  return mediaUrls.urlOf(gif, resolveRendition(gif, 'still220w').name)
}
