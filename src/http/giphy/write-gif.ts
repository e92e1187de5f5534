import { type DefaultRating, resolveRating } from '../../catalogue/gif.ts'
import type { StoredRecord } from '../../catalogue/record-source.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import type { RenditionName } from '../../media/rendition-table.ts'
import { type LadderGif, type ResolvedRendition, resolveRendition } from '../../media/resolve-rendition.ts'
import type { RecordWriter } from '../records/record-pieces.ts'
import { giphyImages, imageNames, type ImageSpec } from './image-renditions.ts'

export type GifWriterOptions = {
  mediaUrls: Pick<MediaUrls, 'urlOf'>
  /** The address of the site without a slash at its end. */
  siteUrl: () => string
  defaultRating: DefaultRating
}

/** Nothing here says when a GIF was last in trending. */
const never = '1970-01-01 00:00:00'

/** Gives what writes the record of a GIF; `gifSchema` is its shape. */
export function gifWriter({ mediaUrls, siteUrl, defaultRating }: GifWriterOptions): RecordWriter {
  return (record) => {
    const { code } = record
    const site = siteUrl()
    const page = quote(`${site}/${code}`)
    const isSticker = record.hasAlpha === true
    const created = `"${formatTime(record.createdAt)}"`
    const pingback = `${site}/v2/pingback_simple?analytics_response_payload=${code}&action_type=`
    const action = (type: 'SEEN' | 'CLICK' | 'SENT') => `{"url":${quote(pingback + type)}}`
    return {
      head:
        `{"type":"${isSticker ? 'sticker' : 'gif'}","id":"${code}","slug":"${slugOf(record)}",` +
        `"url":${page},"bitly_url":${page},"bitly_gif_url":${page},` +
        `"embed_url":${quote(`${site}/embed/${code}`)},"username":"",` +
        `"source":"","source_tld":"","source_post_url":"",` +
        `"title":${quote(record.title)},"alt_text":${quote(record.alt ?? record.title)},` +
        `"rating":"${resolveRating(record.rating, defaultRating)}","content_url":"",` +
        `"tags":${record.tagsJson},"featured_tags":[],"is_sticker":${isSticker ? 1 : 0},` +
        `"import_datetime":${created},"create_datetime":${created},"update_datetime":${created},` +
        `"trending_datetime":"${never}","images":${writeImages(record, mediaUrls)},` +
        `"analytics_response_payload":"${code}",` +
        `"analytics":{"onload":${action('SEEN')},"onclick":${action('CLICK')},"onsent":${action('SENT')}}}`,
    }
  }
}

function writeImages(record: StoredRecord, mediaUrls: Pick<MediaUrls, 'urlOf'>): string {
  const { width, height, frames, durationMs, hasAlpha, renditions } = record
  const gif: LadderGif = { width, height, frames, durationMs, hasAlpha, renditions }
  const known = new Map<RenditionName, ResolvedRendition>()
  const resolve = (name: RenditionName): ResolvedRendition => {
    const resolved = known.get(name) ?? resolveRendition(gif, name)
    known.set(name, resolved)
    return resolved
  }
  const file = (key: 'url' | 'mp4' | 'webp', name: RenditionName | undefined) => {
    if (name === undefined) return ''
    const resolved = resolve(name)
    const size = `"${key === 'url' ? 'size' : `${key}_size`}":"${resolved.file.bytes ?? 0}"`
    return `,${size},"${key}":${quote(mediaUrls.urlOf(record, resolved.name))}`
  }
  const images = imageNames.map((image) => {
    const spec: ImageSpec = giphyImages[image]
    const files = file('url', spec.url) + file('mp4', spec.mp4) + file('webp', spec.webp)
    const shown = spec.url ?? spec.mp4
    const size = shown === undefined || image === 'looping' ? '' : sizeOf(resolve(shown))
    const own = image === 'original' ? `,"frames":"${frames}","hash":"${record.mediaId}"` : ''
    return `"${image}":{${(size + files + own).slice(1)}}`
  })
  return `{${images.join(',')}}`
}

function sizeOf({ file: { width, height } }: ResolvedRendition): string {
  return `,"height":"${height}","width":"${width}"`
}

const maxSlugLength = 60

/** The words of the title in lower case, then the code: clients take what follows the last dash as the id. */
function slugOf({ title, code }: Pick<StoredRecord, 'title' | 'code'>): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, '')
  return words === '' ? code : `${words}-${code}`
}

/** `2026-11-22 21:50:11`, in UTC. */
function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
}

const quote = JSON.stringify as (text: string) => string
