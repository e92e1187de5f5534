import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import type { MediaUrls } from '../../media/media-urls.ts'

/** A GIF in the contract's shape. `width` and `height` are strings there. */
export function presentGif(gif: Gif, mediaUrls: MediaUrls) {
  return {
    code: gif.code,
    title: gif.title,
    width: String(gif.width),
    height: String(gif.height),
    gif_url: mediaUrls.urlOf(gif, 'gif'),
    thumb_url: mediaUrls.urlOf(gif, 'thumb'),
    mp4_url: mediaUrls.urlOf(gif, 'mp4'),
    webp_url: mediaUrls.urlOf(gif, 'webp'),
    tags: gif.tags,
    nsfw: isNsfw(gif),
    private: gif.visibility === 'private',
    ...(gif.hidden && { hidden: true }),
    duration: gif.durationMs / 1000,
    frames: gif.frames,
    created_at: new Date(gif.createdAt).toISOString(),
  }
}

/** The same with its category, as search and the single GIF give it. */
export function presentGifWithCategory(gif: Gif, mediaUrls: MediaUrls) {
  return { category: { code: gif.category.code, name: gif.category.name }, ...presentGif(gif, mediaUrls) }
}
