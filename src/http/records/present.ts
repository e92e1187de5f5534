import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import { type Gif, isNsfw, resolveRating } from '../../catalogue/gif.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import { renditionNames } from '../../media/rendition.ts'

/** The data for records in addition to their GIFs; `ApiDeps` fits. */
export type PresentDeps = {
  catalogue: CatalogueStore
  mediaUrls: MediaUrls
}

/** True to list all files of the GIF; the query of a list fits. */
type PresentOptions = { renditions?: boolean | undefined }

/** A GIF in the shape of the contract, where `width` and `height` are strings. */
export function presentGif(gif: Gif, deps: PresentDeps, { renditions = false }: PresentOptions = {}) {
  const { catalogue, mediaUrls } = deps
  return {
    code: gif.code,
    title: gif.title,
    alt: gif.alt,
    flashing: gif.flashing,
    width: String(gif.width),
    height: String(gif.height),
    gif_url: mediaUrls.urlOf(gif, 'gif'),
    thumb_url: mediaUrls.urlOf(gif, 'thumb'),
    mp4_url: mediaUrls.urlOf(gif, 'mp4'),
    webp_url: mediaUrls.urlOf(gif, 'webp'),
    tags: gif.tags,
    nsfw: isNsfw(gif),
    rating: resolveRating(gif.rating, catalogue.defaultRating),
    visibility: gif.visibility,
    private: gif.visibility === 'private',
    ...(gif.hidden && { hidden: true }),
    duration: gif.durationMs / 1000,
    frames: gif.frames,
    created_at: new Date(gif.createdAt).toISOString(),
    ...(renditions && { renditions: presentRenditions(gif, mediaUrls) }),
  }
}

/** The same with its category, as in search and for a single GIF. */
export function presentGifWithCategory(gif: Gif, deps: PresentDeps, options?: PresentOptions) {
  const { code, name } = gif.category
  return { category: { code, name }, ...presentGif(gif, deps, options) }
}

function presentRenditions(gif: Gif, mediaUrls: PresentDeps['mediaUrls']) {
  return Object.fromEntries(
    renditionNames.flatMap((name) => {
      const file = gif.renditions[name]
      if (file === undefined) return []
      const { width, height, bytes } = file
      return [[name, { url: mediaUrls.urlOf(gif, name), width, height, ...(bytes !== null && { bytes }) }]]
    }),
  )
}
