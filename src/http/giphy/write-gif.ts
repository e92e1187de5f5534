import type { RenditionName } from '../../media/rendition-table.ts'
import type { Rating } from '../../catalogue/gif.ts'
import { giphyImages, imageNames, type ImageSpec } from './image-renditions.ts'

/** A file in a response: its address as JSON; `bytes` is 0 if unknown. */
export type ImageFile = { urlJson: string; width: number; height: number; bytes: number }

/** A GIF in a response. */
export type DescribedGif = {
  id: string
  title: string
  altText: string
  rating: Rating
  isSticker: boolean
  /** The tags as JSON. */
  tagsJson: string
  createdAt: number
  frames: number
  /** Identifies the content of its files. */
  hash: string
  pageUrl: string
  /** Clients use the part after the last slash as the id. */
  embedUrl: string
  fileOf: (name: RenditionName) => ImageFile
}

/** We do not know when a GIF was last trending. */
const never = '1970-01-01 00:00:00'

/** The JSON of a GIF, with the shape of `gifSchema`. */
export function writeGif(gif: DescribedGif, siteUrl: string): string {
  const { id, isSticker } = gif
  const page = quote(gif.pageUrl)
  const created = `"${formatTime(gif.createdAt)}"`
  const payload = encodeURIComponent(id)
  const pingback = `${siteUrl}/v2/pingback_simple?analytics_response_payload=${payload}&action_type=`
  const action = (type: 'SEEN' | 'CLICK' | 'SENT') => `{"url":${quote(pingback + type)}}`
  return (
    `{"type":"${isSticker ? 'sticker' : 'gif'}","id":${quote(id)},"slug":${quote(slugOf(gif))},` +
    `"url":${page},"bitly_url":${page},"bitly_gif_url":${page},` +
    `"embed_url":${quote(gif.embedUrl)},"username":"",` +
    `"source":"","source_tld":"","source_post_url":"",` +
    `"title":${quote(gif.title)},"alt_text":${quote(gif.altText)},` +
    `"rating":"${gif.rating}","content_url":"",` +
    `"tags":${gif.tagsJson},"featured_tags":[],"is_sticker":${isSticker ? 1 : 0},` +
    `"import_datetime":${created},"create_datetime":${created},"update_datetime":${created},` +
    `"trending_datetime":"${never}","images":${writeImages(gif)},` +
    `"analytics_response_payload":${quote(id)},` +
    `"analytics":{"onload":${action('SEEN')},"onclick":${action('CLICK')},"onsent":${action('SENT')}}}`
  )
}

function writeImages({ fileOf, frames, hash }: DescribedGif): string {
  const known = new Map<RenditionName, ImageFile>()
  const get = (name: RenditionName): ImageFile => {
    const file = known.get(name) ?? fileOf(name)
    known.set(name, file)
    return file
  }
  const write = (key: 'url' | 'mp4' | 'webp', name: RenditionName | undefined) => {
    if (name === undefined) return ''
    const { urlJson, bytes } = get(name)
    return `,"${key === 'url' ? 'size' : `${key}_size`}":"${bytes}","${key}":${urlJson}`
  }
  const images = imageNames.map((image) => {
    const spec: ImageSpec = giphyImages[image]
    const files = write('url', spec.url) + write('mp4', spec.mp4) + write('webp', spec.webp)
    const shown = spec.url ?? spec.mp4
    const size = shown === undefined || image === 'looping' ? '' : writeSize(get(shown))
    const own = image === 'original' ? `,"frames":"${frames}","hash":${quote(hash)}` : ''
    return `"${image}":{${(size + files + own).slice(1)}}`
  })
  return `{${images.join(',')}}`
}

function writeSize({ width, height }: ImageFile): string {
  return `,"height":"${height}","width":"${width}"`
}

const maxSlugLength = 60

/** The words of the title in lowercase, then the id: clients use the part after the last dash as the id. */
function slugOf({ title, id }: Pick<DescribedGif, 'title' | 'id'>): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-|-$/g, '')
  return words === '' ? id : `${words}-${id}`
}

const lastTime = Date.UTC(9999, 11, 31)

/** `2026-11-22 21:50:11`, in UTC. */
function formatTime(milliseconds: number): string {
  return new Date(Math.min(Math.max(milliseconds, 0), lastTime)).toISOString().slice(0, 19).replace('T', ' ')
}

const quote = JSON.stringify as (text: string) => string
