import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import type { MediaUrls } from '../../media/media-urls.ts'

/**
 * The JSON of an open GIF's record with its category, as presentGifWithCategory and the schema of the API give it, byte
 * for byte: the API has a test that compares them. Several times as fast as going by the schema.
 */
export function writeRecord(gif: Gif, mediaUrls: Pick<MediaUrls, 'urlOf'>): string {
  const { category, title, tags } = gif
  return (
    `{"category":{"code":${quote(category.code)},"name":${quote(category.name)}},` +
    `"code":${quote(gif.code)},"title":${quote(title)},"width":"${gif.width}","height":"${gif.height}",` +
    `"gif_url":${quote(mediaUrls.urlOf(gif, 'gif'))},"thumb_url":${quote(mediaUrls.urlOf(gif, 'thumb'))},` +
    `"mp4_url":${quote(mediaUrls.urlOf(gif, 'mp4'))},"webp_url":${quote(mediaUrls.urlOf(gif, 'webp'))},` +
    `"tags":${JSON.stringify(tags)},"nsfw":${isNsfw(gif)},"private":false,` +
    `"duration":${gif.durationMs / 1000},"frames":${gif.frames},` +
    `"created_at":"${new Date(gif.createdAt).toISOString()}"}`
  )
}

const quote = JSON.stringify as (text: string) => string
