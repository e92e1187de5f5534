import { showGif } from '../../catalogue/show-gif.ts'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import { visitor } from '../../accounts/account.ts'
import { AppError } from '../../lib/app-error.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { xmlText } from '../../lib/html.ts'
import type { CollectionStore } from '../../catalogue/collections/collection-store.ts'
import { showCollection } from '../../catalogue/collections/show-collection.ts'
import { frameCode } from '../kit/gifs/copy-fields.ts'

/** The size of a collection's frame if the consumer has room for it. */
const frame = { width: 640, height: 480 }

/**
 * The oEmbed 1.0 answer for a collection: its frame. Throws AppError not_found for an unknown, private or hidden one,
 * regardless of the viewer.
 */
export async function oembedOfCollection(
  view: SiteView,
  collections: CollectionStore,
  code: string,
  { maxWidth, maxHeight }: Pick<OembedQuery, 'maxWidth' | 'maxHeight'>,
) {
  const { name, description } = await showCollection(collections, code, visitor)
  const [width, height] = [Math.min(frame.width, maxWidth), Math.min(frame.height, maxHeight)]
  const src = view.links.absolute(`/c/${code}/embed`)
  return {
    ...oembedBase(view, name),
    ...(description !== null && { description }),
    type: 'rich',
    html: String(frameCode({ src, title: name, width, height })),
    width,
    height,
  }
}

/** The time for which a consumer may cache the answer. */
const cacheAgeSeconds = 3600

export type OembedQuery = { url: string; maxWidth: number; maxHeight: number }

/**
 * The oEmbed 1.0 answer for the address of a GIF's page: a `photo`, the only type that every consumer shows without
 * trusting foreign markup, and which plays since it is a GIF; a `link` for an NSFW GIF, and the still of one that flashes.
 * Throws AppError not_found for any other address and for unknown and private GIFs, regardless of the viewer.
 */
export async function oembedOf(view: SiteView, catalogue: CatalogueStore, { url, ...limits }: OembedQuery) {
  const code = view.links.codeOf(url)
  if (code === null) throw new AppError('not_found', view.messages.gif.oembed.notAGif, { field: 'url' })
  const gif = await showGif(catalogue, code, visitor)
  const answer = {
    ...oembedBase(view, gif.title),
    type: 'link',
    ...(gif.alt !== null && { description: gif.alt }),
  }
  if (isNsfw(gif)) return answer
  const size = fit(gif, limits)
  return {
    ...answer,
    type: 'photo',
    url: view.mediaUrls.urlOf(gif, gif.flashing === true ? 'thumb' : 'gif'),
    ...size,
    thumbnail_url: view.mediaUrls.urlOf(gif, 'thumb'),
    thumbnail_width: size.width,
    thumbnail_height: size.height,
  }
}

/** The fields of every answer. */
export function oembedBase({ name, links }: SiteView, title: string) {
  return {
    version: '1.0',
    title,
    provider_name: name,
    provider_url: links.absolute('/'),
    cache_age: cacheAgeSeconds,
  }
}

/** Converts an answer to the XML format of oEmbed. */
export function toXml(answer: Record<string, string | number>): string {
  const fields = Object.entries(answer).map(
    ([key, value]) => `<${key}>${String(xmlText(String(value)))}</${key}>`,
  )
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${fields.join('')}</oembed>\n`
}

function fit(gif: Gif, { maxWidth, maxHeight }: { maxWidth: number; maxHeight: number }) {
  const scale = Math.min(1, maxWidth / gif.width, maxHeight / gif.height)
  return {
    width: Math.max(1, Math.floor(gif.width * scale)),
    height: Math.max(1, Math.floor(gif.height * scale)),
  }
}
