import { LRUCache } from 'lru-cache'
import { AppError } from '../../lib/app-error.ts'
import { viewerKey } from '../../lib/net/client-key.ts'
import type { Match } from '../../search/search-index.ts'
import { includesWord, searchWords } from '../../search/text/tokens.ts'
import { type Gif, isNsfw } from '../gif.ts'
import { safeFilter } from '../search-filter.ts'
import { DailyWeights } from './daily-weights.ts'
import { type BlockedWords, trendText } from './trend-text.ts'
import type { Client } from './use-counter.ts'
import type { DiscoveryDeps } from './discovery-deps.ts'

/** The maximum number that can be requested. */
export const maxTrendingSearches = 20

/** The number of stored searches read to fill the list: some may no longer find a public GIF. */
const maxLookedAt = 50

/** The maximum age of a list. For that long it may show the words of a GIF that was just hidden. */
const maxAgeMs = 1000

/**
 * The maximum pairs of a viewer and a search that are remembered in a day; further ones count the next day. 10 to 20 MB
 * when full.
 */
const maxPairs = 500_000
const maxSearchesPerViewer = 200

/** The maximum searches of the day whose viewers are counted; the least recently made ones are forgotten. */
const maxCandidates = 20_000

/** The maximum searches written at once; the others wait for the next time. */
const maxWritten = 200

const dayMs = 24 * 60 * 60_000

export type Search = { text: string; start: number; match: Match; total: number }

/**
 * The searches that many people make. A search is shown only if at least `minTrendingViewers` made it in a day and all
 * of its words are words of a public, safe GIF: text that only one person, or nobody, has published never appears.
 */
export class TrendingSearches {
  readonly #deps: DiscoveryDeps
  readonly #blocked: BlockedWords
  readonly #today: DailyWeights
  // Limited by size, since `max` would allocate space for all searches at once.
  readonly #candidates = new LRUCache<string, { day: number; viewers: number }>({
    maxSize: maxCandidates,
    sizeCalculation: () => 1,
  })
  readonly #list: LRUCache<'list', string[]>
  /** The numbers of viewers of searches that enough people have made, waiting to be written. */
  #waiting = new Map<string, number>()

  constructor(deps: DiscoveryDeps, blocked: BlockedWords) {
    this.#deps = deps
    this.#blocked = blocked
    this.#today = new DailyWeights({ maxPairs, maxPerViewer: maxSearchesPerViewer, clock: deps.clock })
    this.#list = new LRUCache({ max: 1, ttl: maxAgeMs, fetchMethod: () => this.#readList() })
  }

  /** Counts the first page of a search by a person that matched exactly. Returns at once and never throws. */
  note({ text, start, match, total }: Search, client: Client): void {
    if (start > 0 || match !== 'exact' || total === 0 || !client.isPerson) return
    const viewer = viewerKey(client.address)
    if (!this.#today.mayAdd(viewer)) return
    const shown = trendText(text)
    if (shown === null || this.#today.raise(viewer, shown, 1) === 0) return
    const day = Math.floor(this.#deps.clock.now() / dayMs)
    const known = this.#candidates.get(shown)
    const viewers = known?.day === day ? known.viewers + 1 : 1
    this.#candidates.set(shown, { day, viewers })
    const { minTrendingViewers: minViewers } = this.#deps.settings
    if (viewers < minViewers || (this.#waiting.size >= maxCandidates && !this.#waiting.has(shown))) return
    this.#waiting.set(shown, (this.#waiting.get(shown) ?? 0) + (viewers === minViewers ? viewers : 1))
  }

  /** Writes the searches that enough people have made since the last write. Never throws. */
  async write(): Promise<void> {
    if (this.#waiting.size === 0) return
    const waiting = new Map([...this.#waiting].slice(0, maxWritten))
    for (const text of waiting.keys()) this.#waiting.delete(text)
    try {
      const shown = await this.#thatMayBeShown([...waiting.keys()])
      const viewers = new Map(shown.map(({ text }) => [text, waiting.get(text) ?? 0]))
      if (viewers.size > 0) await this.#deps.trends.addSearches(viewers)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable'))
        this.#deps.log.warn({ err: error }, 'Trending searches could not be written; they are tried again.')
      for (const [text, count] of waiting) this.#waiting.set(text, (this.#waiting.get(text) ?? 0) + count)
    }
  }

  /** Returns the searches with the highest trend, best first. Throws AppError unavailable without an index. */
  async list(limit: number): Promise<string[]> {
    return ((await this.#list.fetch('list')) ?? []).slice(0, limit)
  }

  async #readList(): Promise<string[]> {
    const stored = await this.#deps.trends.trendingSearches(maxLookedAt)
    const shown = (await this.#thatMayBeShown(stored)).map(({ text, gif }) => spelledAs(gif, text))
    return [...new Set(shown)].slice(0, maxTrendingSearches)
  }

  /** Returns the texts without blocked words whose words all appear in one public, safe GIF, with that GIF. */
  async #thatMayBeShown(texts: readonly string[]): Promise<{ text: string; gif: Gif }[]> {
    const { index, catalogue } = this.#deps
    const idOf = new Map<string, number>()
    for (const text of texts) {
      if (this.#blocked.includeAnyOf(text)) continue
      // GIFs that have all words whole come first.
      const { ids } = await index.current().search({ ...onlySafe, text })
      if (ids[0] !== undefined) idOf.set(text, ids[0])
    }
    const gifs = await catalogue.listedByIds([...new Set(idOf.values())])
    const byId = new Map(gifs.map((gif) => [gif.id, gif]))
    return texts.flatMap((text) => {
      const gif = byId.get(idOf.get(text) ?? 0)
      return gif !== undefined && !isNsfw(gif) && hasAllWords(gif, text) ? [{ text, gif }] : []
    })
  }
}

const onlySafe = {
  filter: safeFilter,
  exactOnly: true,
  sort: 'relevance' as const,
  start: 0,
  limit: 1,
}

/** Returns true if every word of the text is a whole word of the GIF's title, tags or category name. */
function hasAllWords({ title, tags, category }: Gif, text: string): boolean {
  const fields = [title, category.name, ...tags].map((field) => searchWords(field).flat())
  return searchWords(text).every((word) => fields.some((tokens) => includesWord(tokens, word, false)))
}

const separators = /[^\p{L}\p{N}\p{M}]+/u

/** Returns the folded words of the text with the accents that they have in the GIF. */
function spelledAs({ title, tags, category }: Gif, text: string): string {
  const written = [title, category.name, ...tags].flatMap((field) => field.toLowerCase().split(separators))
  const spelling = new Map(written.map((word) => [searchWords(word).flat().join(''), word]))
  return text
    .split(' ')
    .map((word) => {
      const found = spelling.get(word)
      // Not if the word is mostly accents.
      return found === undefined || found.length > 2 * word.length ? word : found
    })
    .join(' ')
}
