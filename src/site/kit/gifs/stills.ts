import { type Gif, isNsfw } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { RenditionName } from '../../../media/rendition.ts'
import { resolveRendition } from '../../../media/resolve-rendition.ts'
import type { SiteView } from '../page/site-view.ts'

/** The stills that a browser chooses from, the smallest first. */
const stills = ['still220w', 'still360w', 'still480w', 'thumb'] as const satisfies RenditionName[]

/** The attributes of an image that shows the still of a GIF; `sizes` is its displayed width, as in HTML. */
// The first of two stills of the same width has fewer bytes.
export function stillSources({ mediaUrls }: SiteView, gif: Gif, sizes: string): Html {
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

/** The text alternative of a GIF: its description, or else its title. */
export function altOf({ alt, title }: Pick<Gif, 'alt' | 'title'>): string {
  return alt ?? title
}

/** Returns true for NSFW and flashing GIFs, which stay covered and still until opened. */
export function isCovered(gif: Gif): boolean {
  return isNsfw(gif) || gif.flashing === true
}

/** The still of the GIF that a page is about, blurred if it is NSFW. */
export function gifThumbnail({ mediaUrls }: SiteView, gif: Gif): Html {
  return html`<div class="gif-thumbnail${isNsfw(gif) && ' gif-thumbnail--nsfw'}">
    <img
      src="${mediaUrls.urlOf(gif, 'thumb')}"
      alt="${altOf(gif)}"
      width="${gif.width}"
      height="${gif.height}"
    />
  </div>`
}
