import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { RenditionName } from '../../../media/rendition.ts'
import { resolveRendition } from '../../../media/resolve-rendition.ts'
import type { SiteView } from '../page/site-view.ts'

/** The stills that a browser chooses from, the smallest first. */
const stills = ['still220w', 'still360w', 'still480w', 'thumb'] as const satisfies RenditionName[]

/** The attributes of an image that shows the still of a GIF; `sizes`: how wide it is shown, as in HTML. */
export function stillSources({ mediaUrls }: SiteView, gif: Gif, sizes: string): Html {
  // Of two of the same width the first is the one of fewer bytes.
  const byWidth = new Map<number, RenditionName>()
  for (const name of stills) {
    const width = gif.renditions[name]?.width
    if (width !== undefined && !byWidth.has(width)) byWidth.set(width, name)
  }
  const sources = [...byWidth].map(([width, name]) => `${mediaUrls.urlOf(gif, name)} ${width}w`)
  const src = mediaUrls.urlOf(gif, 'thumb')
  if ([...byWidth.values()].every((name) => name === 'thumb')) return html`src="${src}"`
  return html`src="${src}" srcset="${sources.join(', ')}" sizes="${sizes}"`
}

/** The address of a still that is wide enough for a small place: at most 110 pixels. */
export function smallStillUrl({ mediaUrls }: SiteView, gif: Gif): string {
  return mediaUrls.urlOf(gif, resolveRendition(gif, 'still220w').name)
}
