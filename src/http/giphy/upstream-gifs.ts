import type { FastifyRequest } from 'fastify'
import type { Rating } from '../../catalogue/gif.ts'
import type { UpstreamFile, UpstreamGif } from '../../catalogue/upstream.ts'
import { type RenditionName, renditions } from '../../media/rendition-table.ts'
import { fillPage, type LocalPage } from '../compat/fill-page.ts'
import type { CompatDeps } from '../compat/compat-deps.ts'
import type { MediaKind } from './media-kind.ts'
import { writeGif } from './write-gif.ts'

type UpstreamPage = LocalPage & {
  /** Null: trending GIFs. */
  text: string | null
  kind: MediaKind
  maxRating: Rating
}

/** The upstream GIFs that follow those of this server on a page, as JSON; empty if no upstream server is configured. */
export async function findUpstreamGifs(
  { upstreamFiles, siteUrl }: CompatDeps,
  request: FastifyRequest,
  { text, kind, maxRating, ...page }: UpstreamPage,
): Promise<string[]> {
  if (upstreamFiles === null) return []
  const query = { text, maxRating, stickers: kind.hasAlpha === true, shape: null }
  const { gifs } = await fillPage(upstreamFiles, request, query, page)
  return gifs.map((gif) => writeUpstreamGif(gif, maxRating, siteUrl()))
}

/** `rating` is the requested maximum: the upstream server does not send ratings. */
export function writeUpstreamGif(gif: UpstreamGif, rating: Rating, siteUrl: string): string {
  const pageUrl = fileFor(gif, 'gif').url
  const title = gif.title === '' ? gif.description : gif.title
  return writeGif(
    {
      id: gif.id,
      title,
      altText: gif.description === '' ? title : gif.description,
      rating,
      isSticker: gif.isSticker,
      tagsJson: JSON.stringify(gif.tags),
      createdAt: gif.createdAt,
      frames: 0,
      hash: gif.id,
      // It has no page here.
      pageUrl,
      embedUrl: `${pageUrl}#/${gif.id}`,
      fileOf: (name) => {
        const { url, width, height, bytes } = fileFor(gif, name)
        return { urlJson: JSON.stringify(url), width, height, bytes }
      },
    },
    siteUrl,
  )
}

/** The upstream formats for a rendition of each kind and size; the first available one is used. */
const formats = {
  gif: { full: ['gif', 'mediumgif'], small: ['tinygif', 'gif'], smallest: ['nanogif', 'tinygif'] },
  h264: { full: ['mp4'], small: ['tinymp4', 'mp4'], smallest: ['nanomp4', 'tinymp4', 'mp4'] },
  vp9: { full: ['webm'], small: ['tinywebm', 'webm'], smallest: ['nanowebm', 'tinywebm', 'webm'] },
  webp: { full: ['webp'], small: ['tinywebp', 'webp'], smallest: ['nanowebp', 'tinywebp', 'webp'] },
  jpeg: {
    full: ['preview'],
    small: ['tinygifpreview', 'preview'],
    smallest: ['nanogifpreview', 'tinygifpreview', 'preview'],
  },
} as const

function fileFor({ files }: UpstreamGif, name: RenditionName): UpstreamFile {
  const { codec, box, maxBytes } = renditions[name]
  const side = box === null ? Infinity : Math.min(box.width, box.height)
  const size = side > 320 ? 'full' : side > 150 ? 'small' : 'smallest'
  const candidates: readonly string[] = formats[codec][size]
  const found = [...candidates, 'gif'].map((format) => files.get(format)).filter((file) => file !== undefined)
  const bounded = found.find(({ bytes }) => maxBytes === null || bytes <= maxBytes)
  const file = bounded ?? found[0]
  if (file === undefined) throw new Error('a GIF of an upstream server has a GIF file')
  return file
}
