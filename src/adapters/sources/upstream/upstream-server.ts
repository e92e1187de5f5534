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
import { fairShare } from '../../../lib/fair-share.ts'
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
  /** The most requests per minute, for searches and for files. */
  requestsPerMinute: number
  /** The longest that an answer may take. */
  timeoutMs: number
  maxFileBytes: number
  /** The memory for files. */
  cacheBytes: number
}

/** The number of results to request at once, which is the most that such servers return. */
const pageSize = 50

/** The most results of one search to pass on. */
const maxResults = 200

/** The time that answers are remembered, so that pages fit together and a popular search is requested once. */
const answerMs = 60_000
const maxSearches = 100

const maxAnswerBytes = 2 ** 20

/** The pause after a failure: for all searches after one of the server, otherwise for the failed search. */
const pauseMs = 30_000

/** The highest share of the requests per minute that one client may cause. */
const clientShare = 1 / 5

/** The number of clients whose requests are counted; the least recently seen one is dropped. */
const maxClients = 10_000

const contentFilters: Record<Rating, string> = { g: 'high', pg: 'medium', 'pg-13': 'low', r: 'off' }

type Kind = 'search' | 'file'

type Request = { kind: Kind; client: string; maxBytes: number }

type Results = { gifs: UpstreamGif[]; next: string; isComplete: boolean }

/** Creates an Upstream that uses the Tenor-v2-compatible interface. `client` guards every address it connects to. */
export function createUpstream(
  settings: UpstreamSettings,
  deps: {
    client: HttpClient
    log: Log
    /** A monotonic clock in milliseconds. */
    now?: () => number
  },
): Upstream {
  const { client: http, log, now = () => performance.now() } = deps
  const rates = new RateCounter({ windowMs: 60_000, maxKeys: maxClients, now })
  const searches = new LRUCache<string, Promise<Results>>({ max: maxSearches, ttl: answerMs })
  const files = new LRUCache<string, UpstreamBytes, string>({
    maxSize: Math.max(1, settings.cacheBytes),
    sizeCalculation: ({ bytes }) => bytes.length + 1,
    fetchMethod: (url, _old, { context: client }) => fetchBytes(url, client),
  })
  let pausedUntil = -Infinity
  let warnedUntil = -Infinity
  /** The time when each individually failed search may be retried. */
  const failedUntil = new LRUCache<string, number>({ max: maxSearches })

  /** Throws AppError unavailable beyond the requests per minute, or beyond one client's share of them. */
  function countRequest(kind: Kind, client: string): void {
    const max = settings.requestsPerMinute
    const all = rates.peek(kind, max)
    const own = rates.peek(`${kind} ${client}`, max)
    const share = fairShare({
      max,
      taken: max - all.remaining,
      own: max - own.remaining,
      atMost: Math.max(1, Math.floor(max * clientShare)),
      atLeast: 1,
    })
    if (own.remaining <= max - share) throw new Busy(own.resetSeconds)
    if (all.remaining <= 0) throw new Busy(all.resetSeconds)
    rates.add(kind, max)
    rates.add(`${kind} ${client}`, max)
  }

  async function get(url: URL, { kind, client, maxBytes }: Request): Promise<Buffer> {
    countRequest(kind, client)
    const signal = AbortSignal.timeout(settings.timeoutMs)
    const headers = {
      [upstreamHeader]: '1',
      accept: kind === 'search' ? 'application/json' : 'image/*, video/*',
    }
    const answer = await http.get(url, { signal, headers })
    try {
      if (answer.status !== 200) throw statusFault(answer.status, hostOf(answer.url))
      if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw sourceTooLarge(maxBytes)
      const bytes = await readUpTo(maxBytes + 1, chunkReader(answer, signal))
      if (bytes.length > maxBytes) throw sourceTooLarge(maxBytes)
      return bytes
    } finally {
      answer.body.destroy()
    }
  }

  async function fetchPage(query: UpstreamQuery, position: string, client: string) {
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
    const bytes = await get(url, { kind: 'search', client, maxBytes: maxAnswerBytes })
    const page = readResults(parseJson(bytes))
    if (page === null) throw new AppError('source_unsupported', { detail: 'upstreamNoResults' })
    return page
  }

  /** Returns all results known so far, plus enough for `count` if the requests for them may be sent now. */
  async function resultsUpTo(
    query: UpstreamQuery,
    { count, known, client }: { count: number; known: Results; client: string },
  ): Promise<Results> {
    const gifs = new Map(known.gifs.map((gif) => [gif.id, gif]))
    let { next, isComplete } = known
    while (gifs.size < count && !isComplete) {
      const page = await fetchPage(query, next, client).catch(unlessBusy)
      if (page === null) break
      const before = gifs.size
      for (const gif of page.gifs) if (!gifs.has(gif.id)) gifs.set(gif.id, gif)
      next = page.next
      isComplete = next === '' || gifs.size === before || gifs.size >= maxResults
    }
    return { gifs: [...gifs.values()], next, isComplete }
  }

  async function fetchBytes(url: string, client: string): Promise<UpstreamBytes> {
    const bytes = await get(new URL(url), { kind: 'file', client, maxBytes: settings.maxFileBytes })
    const contentType = typeOf(bytes.subarray(0, sniffBytes))
    if (contentType === null) throw new AppError('not_found', { detail: 'noFile' })
    return { bytes, contentType }
  }

  /** Records a failed search. A failure that other searches would also have pauses all of them. */
  function noteFailure(key: string, error: unknown): void {
    if (now() >= warnedUntil) {
      log.warn({ err: error }, 'the upstream server gave no results')
      warnedUntil = now() + pauseMs
    }
    if (isServerFault(error)) pausedUntil = now() + pauseMs
    else failedUntil.set(key, now() + pauseMs)
  }

  return {
    async find(query, client) {
      const { text, maxRating, stickers, shape, skip, limit } = query
      const key = JSON.stringify([text?.toLowerCase(), maxRating, stickers, shape])
      const isPaused = now() < Math.max(pausedUntil, failedUntil.get(key) ?? -Infinity)
      if (limit <= 0 || skip >= maxResults || isPaused) return { gifs: [], hasMore: false }
      const before = searches.get(key) ?? Promise.resolve({ gifs: [], next: '', isComplete: false })
      const count = Math.min(skip + limit, maxResults)
      // Sequential, so that concurrent requests for pages of the same search fit together.
      const results = before.then((known) => resultsUpTo(query, { count, known, client }))
      searches.set(key, results, { noUpdateTTL: true })
      try {
        const { gifs, isComplete } = await results
        return {
          gifs: gifs.slice(skip, skip + limit),
          hasMore: gifs.length > skip + limit || (!isComplete && gifs.length >= skip + limit),
        }
      } catch (error) {
        searches.delete(key)
        noteFailure(key, error)
        return { gifs: [], hasMore: false }
      }
    },
    async fetchFile(url, client) {
      const file = await files.fetch(url, { context: client })
      if (file === undefined) throw new AppError('unavailable', { detail: 'fileNotFetched' })
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

/** Returns the type of a picture or video that is passed on; null for anything else. */
function typeOf(start: Uint8Array): string | null {
  const picture = sniffPicture(start)
  if (picture !== null) return `image/${picture}`
  return videoTypes[sniffVideo(start) ?? ''] ?? null
}

/** The error of a request beyond the limit per minute, in total or for one client; not a fault of the server. */
class Busy extends AppError {
  constructor(resetSeconds: number) {
    super(
      'unavailable',
      { detail: 'upstreamBusy' },
      {
        retryAfterSeconds: resetSeconds,
      },
    )
  }
}

function unlessBusy(error: unknown): null {
  if (error instanceof Busy) return null
  throw error
}

/**
 * Returns true if other requests would also fail: the connection failed, or the server refuses or fails all of them.
 */
function isServerFault(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === 'source_unreachable'
}

/** Returns the error for a status: source_unreachable only if it concerns every request. */
function statusFault(status: number, host: string): AppError {
  const error = toStatusError(status, host)
  const concernsAll = status === 401 || status === 403 || status === 429 || status >= 500
  return concernsAll ? error : new AppError('source_not_found', error.text, { retry: error.retry })
}
