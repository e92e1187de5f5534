import { AppError } from '../../../lib/app-error.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportDetails, ImportItem, ImportSource, RefusedItem } from '../import-item.ts'
import { isAddress } from './address-list.ts'
import { isRecord, recordsOf, textAt } from './manifest.ts'

/*
 * Another Gifwright, read through its public API: GET /api/categories, and GET /api/find for a search or each category.
 * Its responses are untrusted: paging ends when a page has no new GIF, whatever `total` says, and a record is checked
 * like a line of a list. The guard fetches its files as it does any address.
 */

const pageSize = 100
const maxAnswerBytes = 4 * 2 ** 20
/** The maximum number of GIFs; their codes are kept in memory to recognize duplicates. */
const maxGifs = 1_000_000
const maxCategories = 1000
const maxTextLength = 1000
const maxTags = 100
/** The maximum attempts for one page while the server is busy, and the longest delay that it may request. */
const maxAttempts = 10
const maxWaitSeconds = 120
const waitSeconds = 5

/**
 * Returns true for the address of a whole instance or a search there: its front page, optionally with `q` or
 * `category`.
 */
export function isInstanceAddress(address: string): boolean {
  const url = new URL(address)
  return url.pathname.endsWith('/') || url.searchParams.has('q') || url.searchParams.has('category')
}

export type GifwrightOptions = {
  fetchAnswer: FetchAnswer
  wait?: (seconds: number, signal: AbortSignal) => Promise<void>
}

/** Opens an instance, or a search of it. Throws a sentence if there is no instance at this address. */
export async function openGifwright(address: string, options: GifwrightOptions): Promise<ImportSource> {
  const base = new URL(address)
  const [text, category] = [base.searchParams.get('q') ?? '', base.searchParams.get('category') ?? '']
  base.search = ''
  base.hash = ''
  const get = apiReader(base, options)
  const isWhole = text === '' && category === ''
  const searches = isWhole ? await readCategories(get) : [{ text, category }]
  let count: number | null = isWhole ? 0 : null
  for (const one of isWhole ? searches : []) {
    const total = (await get('find', findValues(one, 0, 1), new AbortController().signal))['total']
    count =
      count !== null && typeof total === 'number' && total >= 0 && total < maxGifs
        ? count + Math.round(total)
        : null
  }
  return {
    name: base.href,
    count,
    async *items(signal) {
      const seen = new Set<string>()
      for (const search of searches) yield* readPages(get, search, { base, seen, signal })
    },
    close: () => Promise.resolve(),
  }
}

type Search = { text: string; category: string }
type Get = (
  path: string,
  values: Record<string, string>,
  signal: AbortSignal,
) => Promise<Record<string, unknown>>

function findValues({ text, category }: Search, start: number, limit: number): Record<string, string> {
  const values: Record<string, string> = {
    start: String(start),
    limit: String(limit),
    nsfw: '1',
    match: 'exact',
  }
  if (text !== '') values['q'] = text
  if (category !== '') values['category'] = category
  return values
}

async function readCategories(get: Get): Promise<Search[]> {
  const { categories } = await get('categories', {}, new AbortController().signal)
  const codes = recordsOf(categories).map((category) => textAt(category, 'code') ?? '')
  return codes
    .filter((code) => code !== '')
    .slice(0, maxCategories)
    .map((category) => ({ text: '', category }))
}

async function* readPages(
  get: Get,
  search: Search,
  { base, seen, signal }: { base: URL; seen: Set<string>; signal: AbortSignal },
): AsyncGenerator<ImportItem | RefusedItem> {
  for (let start = 0; ; start += pageSize) {
    signal.throwIfAborted()
    const records = recordsOf((await get('find', findValues(search, start, pageSize), signal))['result'])
    const before = seen.size
    for (const record of records.slice(0, pageSize)) {
      const code = textAt(record, 'code')
      if (code === undefined || code.length > maxTextLength || seen.has(code)) continue
      if (seen.size >= maxGifs) {
        yield {
          name: base.href,
          reason: { detail: 'tooManyToImport', max: maxGifs },
        }
        return
      }
      seen.add(code)
      yield readRecord(record, code, base)
    }
    if (records.length < pageSize || seen.size === before) return
  }
}

function readRecord(record: Record<string, unknown>, code: string, base: URL): ImportItem | RefusedItem {
  const name = new URL(encodeURIComponent(code), base).href
  const url = textAt(record, 'gif_url') ?? ''
  if (!isAddress(url) || url.length > maxTextLength)
    return { name, reason: { detail: 'entryWithoutFileAddress' } }
  const details: ImportDetails = { code }
  for (const key of ['title', 'alt', 'rating', 'visibility'] as const) {
    const value = textAt(record, key)?.slice(0, maxTextLength)
    if (value !== undefined) details[key] = value
  }
  const category = isRecord(record['category']) ? textAt(record['category'], 'code') : undefined
  if (category !== undefined) details.category = category.slice(0, maxTextLength)
  const tags: unknown[] = Array.isArray(record['tags']) ? record['tags'].slice(0, maxTags) : []
  details.tags = tags.filter((tag) => typeof tag === 'string').map((tag) => tag.slice(0, maxTextLength))
  const createdAt = Date.parse(textAt(record, 'created_at') ?? '')
  if (Number.isFinite(createdAt)) details.createdAt = createdAt
  return { name, from: { kind: 'url', url }, details }
}

/** Reads a path of the API, and retries while the server is busy. Throws a sentence. */
function apiReader(base: URL, { fetchAnswer, wait = waitFor }: GifwrightOptions): Get {
  return async (path, values, signal) => {
    const url = new URL(`api/${path}`, base.href.endsWith('/') ? base : `${base.href}/`)
    for (const [key, value] of Object.entries(values)) url.searchParams.set(key, value)
    for (let attempt = 1; ; attempt++) {
      const { status, body, retryAfterSeconds } = await fetchAnswer(url, { signal, maxBytes: maxAnswerBytes })
      if (status === 200) return parseAnswer(body, base)
      const isBusy = status === 429 || status === 503
      if (!isBusy || attempt === maxAttempts)
        throw new AppError('source_unreachable', {
          detail: 'serverAnswered',
          server: base.href,
          status,
          path: url.pathname,
        })
      await wait(Math.min(maxWaitSeconds, Math.max(1, retryAfterSeconds ?? waitSeconds)), signal)
    }
  }
}

function parseAnswer(body: Buffer, base: URL): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (isRecord(value) && value['status'] === 'done') return value
  } catch {
    // The error below covers this.
  }
  throw new AppError('source_unreachable', { detail: 'notGifwright', server: base.href })
}

async function waitFor(seconds: number, signal: AbortSignal): Promise<void> {
  await sleep(seconds * 1000, undefined, { signal })
}

/** A response of another server, whatever its status. */
type FetchedAnswer = {
  status: number
  body: Buffer
  /** The delay that the server requests before the next request; null if it requests none. */
  retryAfterSeconds: number | null
}

/**
 * Requests an address of another server; the address guard checks every hop. Throws AppError source_*, also if the
 * response is too long.
 */
export type FetchAnswer = (
  url: URL,
  options: { signal: AbortSignal; maxBytes: number },
) => Promise<FetchedAnswer>
