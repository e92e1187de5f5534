import type { FoundGif, GifSource, Listing, SourceOptions } from './gif-source.ts'
import { loadJson } from './load-json.ts'

type ApiGif = {
  code: string
  title: string
  alt?: string | null
  flashing?: boolean | null
  width: string
  height: string
  gif_url: string
  mp4_url: string
  webp_url: string
  thumb_url: string
  renditions?: Record<string, { url: string } | undefined>
}

type ApiPage = { total: number; corrected?: string; result: ApiGif[] }

/** The length of the list of trending GIFs. */
const maxTrending = 100

/** A source that uses the instance's own API, without a key. */
export function apiSource({ host, rating, limit }: SourceOptions): GifSource {
  const address = (path: string, values: Record<string, string | number>) => {
    const query = Object.entries(values).map(([key, value]) => [key, String(value)])
    return `${host}api/${path}?${new URLSearchParams(query).toString()}`
  }
  const found = (gif: ApiGif) => toFoundGif(gif, host)

  async function listTrending(from: string | null) {
    const size = from === null ? limit : maxTrending
    const { result } = await loadJson<ApiPage>(address('trending', { limit: size, rating, renditions: 1 }))
    return {
      gifs: result.slice(Number(from)).map(found),
      total: null,
      next: from === null && result.length === limit && limit < maxTrending ? String(limit) : null,
      corrected: null,
    }
  }

  async function listMatches(match: Record<string, string>, from: string | null) {
    const start = Number(from)
    const values = { ...match, start, limit, rating, renditions: 1 }
    const { result, total, corrected = null } = await loadJson<ApiPage>(address('find', values))
    const end = start + result.length
    return {
      gifs: result.map(found),
      total,
      next: result.length > 0 && end < total ? String(end) : null,
      corrected,
    }
  }

  return {
    list(listing: Listing, from) {
      if (listing.kind === 'trending') return listTrending(from)
      return listMatches(listing.kind === 'search' ? { q: listing.text } : { category: listing.code }, from)
    },
    async categories() {
      const answer = await loadJson<{ categories: { code: string; name: string }[] }>(`${host}api/categories`)
      return answer.categories
    },
    async complete(text) {
      const { result } = await loadJson<{ result: { text: string }[] }>(
        address('suggest', { q: text, limit: 8 }),
      )
      return result.map((completion) => completion.text)
    },
    countShare({ id }) {
      const body = new URLSearchParams({ kind: 'share' })
      fetch(`${host}api/use/${id}`, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(
        () => {},
      )
    },
  }
}

function toFoundGif(record: ApiGif, host: string): FoundGif {
  const { code, title, alt, flashing, renditions = {} } = record
  const { gif_url: gif, mp4_url: mp4, webp_url: webp, thumb_url: thumb } = record
  const first = (...names: string[]) =>
    names.flatMap((name) => renditions[name] ?? []).map(({ url }) => url)[0]
  const small = first('gif220w', 'gif200w')
  return {
    gif: {
      code,
      title,
      page: host + code,
      gif,
      mp4,
      webp,
      tinygif: small ?? gif,
      width: Number(record.width),
      height: Number(record.height),
      alt: alt ?? title,
      flashing: flashing === true,
    },
    id: code,
    preview: first('webp220w', 'webp200w') ?? small ?? webp,
    still: first('webpStill220', 'still360w', 'still220w') ?? thumb,
  }
}
