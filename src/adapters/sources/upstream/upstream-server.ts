import { LRUCache } from 'lru-cache'
import {
  type Upstream,
  type UpstreamBytes,
  type UpstreamGif,
  upstreamHeader,
  type UpstreamQuery,
} from '../../../catalogue/upstream.ts'
import type { Rating } from '../../../catalogue/gif.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Log } from '../../../lib/log/log.ts'
import { RateCounter } from '../../../lib/rate-counter.ts'
import { sniffBytes, sniffPicture, sniffVideo } from '../../../media/file-type.ts'
import { chunkReader, readUpTo } from '../fetch/opened-body.ts'
import type { HttpClient } from '../fetch/http-client.ts'
import { hostOf } from '../guard/address-guard.ts'
import { sourceTooLarge, toStatusError } from '../network-errors.ts'
import { readResults } from './read-results.ts'

export type UpstreamSettings = {
  /** The base address of its interface, such as `https://gifs.example.org/v2`. */
  url: string
  key: string
  /** How often it may be asked in a minute, for searches and for files. */
  requestsPerMinute: number
  /** How long an answer may take. */
  timeoutMs: number
  maxFileBytes: number
  /** Memory for files. */
  cacheBytes: number
}

export type UpstreamDeps = {
  client: HttpClient
  log: Pick<Log, 'warn'>
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/** What is asked for at once, which is what such servers give at most. */
const pageSize = 50

/** The most results of one search that are passed on. */
const maxResults = 200

/** Answers are remembered so long, so that pages fit together and a popular search is asked for once. */
const answerMs = 60_000
const maxSearches = 100

const maxAnswerBytes = 2 ** 20

/** After a failure the server is left alone for so long. */
const pauseMs = 30_000

const contentFilters: Record<Rating, string> = { g: 'high', pg: 'medium', 'pg-13': 'low', r: 'off' }

type Results = { gifs: UpstreamGif[]; next: string; isComplete: boolean }

/** An Upstream that speaks the Tenor-v2-compatible interface. `client` guards every address it goes to. */
export function createUpstream(settings: UpstreamSettings, deps: UpstreamDeps): Upstream {
  const { client, log, now = () => performance.now() } = deps
  const rates = new RateCounter({ windowMs: 60_000, maxKeys: 2, now })
  const searches = new LRUCache<string, Promise<Results>>({ max: maxSearches, ttl: answerMs })
  const files = new LRUCache<string, UpstreamBytes>({
    maxSize: Math.max(1, settings.cacheBytes),
    sizeCalculation: ({ bytes }) => bytes.length + 1,
    fetchMethod: (url) => fetchBytes(url),
  })
  let pausedUntil = -Infinity

  async function get(url: URL, kind: 'search' | 'file', maxBytes: number): Promise<Buffer> {
    const { remaining, resetSeconds } = rates.add(kind, settings.requestsPerMinute)
    if (remaining < 0) throw busy(resetSeconds)
    const signal = AbortSignal.timeout(settings.timeoutMs)
    const headers = {
      [upstreamHeader]: '1',
      accept: kind === 'search' ? 'application/json' : 'image/*, video/*',
    }
    const answer = await client.get(url, { signal, headers })
    try {
      if (answer.status !== 200) throw toStatusError(answer.status, hostOf(answer.url))
      if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw sourceTooLarge(maxBytes)
      const bytes = await readUpTo(maxBytes + 1, chunkReader(answer, signal))
      if (bytes.length > maxBytes) throw sourceTooLarge(maxBytes)
      return bytes
    } finally {
      answer.body.destroy()
    }
  }

  async function fetchPage(query: UpstreamQuery, position: string) {
    const url = new URL(`${settings.url}/${query.text === null ? 'featured' : 'search'}`)
    const values = {
      key: settings.key,
      client_key: 'gifwright',
      ...(query.text !== null && { q: query.text }),
      contentfilter: contentFilters[query.maxRating],
      ...(query.stickers && { searchfilter: 'sticker' }),
      ...(query.shape !== null && { ar_range: query.shape }),
      limit: String(pageSize),
      ...(position !== '' && { pos: position }),
    }
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
    const bytes = await get(url, 'search', maxAnswerBytes)
    const page = readResults(parseJson(bytes))
    if (page === null) throw new AppError('source_unsupported', 'The upstream server gave no results.')
    return page
  }

  /** All results known so far, and enough more for `count`. */
  async function resultsUpTo(query: UpstreamQuery, count: number, known: Results): Promise<Results> {
    const gifs = new Map(known.gifs.map((gif) => [gif.id, gif]))
    let { next, isComplete } = known
    while (gifs.size < count && !isComplete) {
      const page = await fetchPage(query, next)
      const before = gifs.size
      for (const gif of page.gifs) if (!gifs.has(gif.id)) gifs.set(gif.id, gif)
      next = page.next
      isComplete = next === '' || gifs.size === before || gifs.size >= maxResults
    }
    return { gifs: [...gifs.values()], next, isComplete }
  }

  async function fetchBytes(url: string): Promise<UpstreamBytes> {
    const bytes = await get(new URL(url), 'file', settings.maxFileBytes)
    const contentType = typeOf(bytes.subarray(0, sniffBytes))
    if (contentType === null) throw new AppError('not_found', 'There is no file at this address.')
    return { bytes, contentType }
  }

  return {
    async find(query) {
      const { text, maxRating, stickers, shape, skip, limit } = query
      if (limit <= 0 || skip >= maxResults || now() < pausedUntil) return { gifs: [], hasMore: false }
      const key = JSON.stringify([text?.toLowerCase(), maxRating, stickers, shape])
      const before = searches.get(key) ?? Promise.resolve({ gifs: [], next: '', isComplete: false })
      // One after the other, so that pages of the same search that are asked for at once fit together.
      const results = before.then((known) => resultsUpTo(query, Math.min(skip + limit, maxResults), known))
      searches.set(key, results, { noUpdateTTL: true })
      try {
        const { gifs, isComplete } = await results
        return {
          gifs: gifs.slice(skip, skip + limit),
          hasMore: gifs.length > skip + limit || (!isComplete && gifs.length >= skip + limit),
        }
      } catch (error) {
        searches.delete(key)
        if (now() >= pausedUntil) log.warn({ err: error }, 'the upstream server gave no results')
        pausedUntil = now() + pauseMs
        return { gifs: [], hasMore: false }
      }
    },
    async fetchFile(url) {
      const file = await files.fetch(url)
      if (file === undefined) throw new AppError('unavailable', 'The file could not be fetched; try again.')
      return file
    },
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

const videoTypes: Partial<Record<string, string>> = { mp4: 'video/mp4', matroska: 'video/webm' }

/** The type of a picture or video that is passed on; null for anything else. */
function typeOf(start: Uint8Array): string | null {
  const picture = sniffPicture(start)
  if (picture !== null) return `image/${picture}`
  return videoTypes[sniffVideo(start) ?? ''] ?? null
}

function busy(resetSeconds: number): AppError {
  return new AppError('unavailable', 'The upstream server was asked too often; try again later.', {
    retryAfterSeconds: resetSeconds,
  })
}
