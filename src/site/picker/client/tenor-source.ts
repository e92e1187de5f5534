import type { FoundGif, GifPage, GifSource, SourceOptions } from './gif-source.ts'
import { loadJson } from './load-json.ts'

type MediaFormat = { url: string; dims: [number, number] }

type Result = {
  id: string
  title: string
  content_description: string
  itemurl: string
  media_formats: Record<string, MediaFormat | undefined>
}

const formats = ['gif', 'mp4', 'webp', 'tinygif', 'tinywebp', 'tinygifpreview', 'preview']
const filters = { g: 'high', pg: 'medium', 'pg-13': 'low', r: 'off' }
const maxLimit = 50

/**
 * A source that uses the Tenor-v2-compatible interface. The key identifies the app, whose use is counted and whose rate
 * limit applies.
 */
export function tenorSource({ host, rating, limit, key }: SourceOptions & { key: string }): GifSource {
  const address = (path: string, values: Record<string, string>) =>
    `${host}v2/${path}?${new URLSearchParams({ key, ...values }).toString()}`
  const filter = { contentfilter: filters[rating] }

  return {
    async list(listing, from): Promise<GifPage> {
      const text =
        listing.kind === 'search' ? listing.text : listing.kind === 'category' ? listing.code : null
      const { results, next } = await loadJson<{ results: Result[]; next: string }>(
        address(text === null ? 'featured' : 'search', {
          ...(text !== null && { q: text }),
          ...filter,
          limit: String(Math.min(limit, maxLimit)),
          media_filter: formats.join(','),
          ...(from !== null && { pos: from }),
        }),
      )
      const isLast = next === '' || results.length === 0
      return { gifs: results.map(toFoundGif), total: null, next: isLast ? null : next, corrected: null }
    },
    async categories() {
      const { tags } = await loadJson<{ tags: { searchterm: string; name: string }[] }>(
        address('categories', filter),
      )
      return tags.map(({ searchterm, name }) => ({ code: searchterm, name: name.replace(/^#/, '') }))
    },
    async complete(text) {
      return (await loadJson<{ results: string[] }>(address('autocomplete', { q: text, limit: '8' }))).results
    },
    countShare({ id }, text) {
      const values = { id, ...(text !== '' && { q: text }) }
      fetch(address('registershare', values), { keepalive: true, credentials: 'omit' }).catch(() => {})
    },
  }
}

function toFoundGif({
  id,
  title,
  content_description: alt,
  itemurl,
  media_formats: media,
}: Result): FoundGif {
  const gif = media.gif?.url ?? ''
  const tinygif = media.tinygif?.url ?? gif
  const webp = media.webp?.url ?? gif
  const [width = 1, height = 1] = media.gif?.dims ?? []
  return {
    gif: {
      code: new URL(itemurl).pathname.split('/').findLast((part) => part !== '') ?? '',
      title: title || alt,
      page: itemurl,
      gif,
      mp4: media.mp4?.url ?? gif,
      webp,
      tinygif,
      width,
      height,
      alt: alt || title,
      // This interface has no field for it.
      flashing: false,
    },
    id,
    preview: media.tinywebp?.url ?? tinygif,
    still: media.tinygifpreview?.url ?? media.preview?.url ?? gif,
  }
}
