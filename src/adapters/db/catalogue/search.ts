import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Category } from '../../../catalogue/category.ts'
import { type Gif, type Rating, ratings } from '../../../catalogue/gif.ts'
import { ratingClassOf } from '../../../catalogue/search-filter.ts'
import type { SearchAnswer, SearchIndex, SearchQuery } from '../../../search/search-index.ts'
import { readSearchText, type SearchText, searchWords } from '../../../search/text/tokens.ts'
import { listCategories } from './category-rows.ts'
import { gifColumns, toGif } from './gif-rows.ts'
import { prepared } from '../sqlite/prepared.ts'
import { searchExpressions, type SearchScope, tagExpressions } from './search-index.ts'
import type { Tables } from '../tables.ts'

/** The most cached totals; each takes about 200 bytes, for a search of any length. */
const maxTotals = 10_000

/** GIFs read in each step of the search for related GIFs. */
const maxAlike = 100

/** What is cached until the catalogue changes. */
export type Known = { version: number; categories: Category[]; totals: Map<string, number> }

/**
 * Searches by text. A search takes several statements, each of which may block the process for milliseconds, and yields
 * to other requests between them. Caches totals, which are more expensive than a page, until the catalogue changes.
 */
export class Search implements SearchIndex {
  readonly #db: Kysely<Tables>
  readonly #version
  readonly #count
  readonly #page
  #known: Known = { version: -1, categories: [], totals: new Map() }

  constructor(db: Kysely<Tables>) {
    this.#db = db
    this.#version = prepared(db, db.selectFrom('catalogue_version').select('version').compile())
    this.#count = prepared(
      db,
      sql<{ total: number }>`select count(*) as total from gif_search(${''})`.compile(db),
    )
    this.#page = prepared(db, pageOf(db).compile())
  }

  async search({ text, filter, start, limit }: SearchQuery): Promise<SearchAnswer> {
    const words = readSearchText(text)
    if (words === undefined) return { match: 'exact', total: 0, ids: [], corrected: null }
    const found = (rating: Rating) => (filter.ratingClasses & (1 << ratingClassOf(rating))) !== 0
    const scope = { categoryId: filter.categoryId, maxRating: ratings.findLast(found) ?? 'g' }
    const { total, gifs } = await this.find(await this.current(), words, scope, start, limit)
    return { match: 'exact', total, ids: gifs.map(({ id }) => id), corrected: null }
  }

  complete(): [] {
    return []
  }

  closestWords(): [] {
    return []
  }

  related(): [] {
    return []
  }

  /** The cache for the current version of the catalogue, which another process may have changed. */
  async current(): Promise<Known> {
    const version = (await this.#version())[0]?.version ?? 0
    if (version !== this.#known.version) {
      this.#known = { version, categories: await listCategories(this.#db), totals: new Map() }
    }
    return this.#known
  }

  /** The exact total, and the hits from `start`, the best tier first, the newest first in each. */
  async find(
    { categories, totals }: Known,
    text: SearchText,
    scope: SearchScope,
    start: number,
    limit: number,
  ): Promise<{ total: number; gifs: Gif[] }> {
    const { any, tiers } = searchExpressions(text, categories, scope)
    const total = await this.#total(totals, any)
    const wanted = Math.min(limit, total - start)
    const gifs: Gif[] = []
    let skip = start
    for (const tier of tiers) {
      if (gifs.length >= wanted) break
      // The size of a tier is needed only if the page begins after its first hit.
      const size = skip === 0 ? Infinity : await this.#total(totals, tier)
      if (skip < size) {
        gifs.push(...(await this.#page(tier, wanted - gifs.length, skip)).map(toGif))
        await nextTurn()
      }
      skip = Math.max(0, skip - size)
    }
    return { total, gifs }
  }

  /**
   * Listed GIFs that share tags with this one, without it: by the number of shared tags, then the newest. Reads only the
   * newest GIFs of each group: those that share all of the tags, two of them, one of them.
   */
  async sharingTags(gif: Gif, maxRating: Rating, limit: number): Promise<Gif[]> {
    const found = new Map<number, Gif>()
    for (const expression of tagExpressions(gif.tags, maxRating)) {
      for (const hit of (await this.#page(expression, maxAlike, 0)).map(toGif)) found.set(hit.id, hit)
      await nextTurn()
      found.delete(gif.id)
      if (found.size >= limit) break
    }
    const tags = new Set(gif.tags.map(wordsOf))
    return [...found.values()]
      .map((hit) => ({ hit, shared: new Set(hit.tags.map(wordsOf)).intersection(tags).size }))
      .toSorted((a, b) => b.shared - a.shared || b.hit.id - a.hit.id)
      .slice(0, limit)
      .map(({ hit }) => hit)
  }

  async #total(totals: Map<string, number>, expression: string): Promise<number> {
    const key = hash('sha256', expression, 'base64')
    const known = totals.get(key)
    const total = known ?? (await this.#count(expression))[0]?.total ?? 0
    if (known === undefined) await nextTurn()
    totals.delete(key)
    totals.set(key, total)
    if (totals.size > maxTotals) {
      const [oldest] = totals.keys()
      if (oldest !== undefined) totals.delete(oldest)
    }
    return total
  }
}

function wordsOf(tag: string): string {
  return searchWords(tag).flat().join(' ')
}

function pageOf(db: Kysely<Tables>) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('gif_search')
        .select('gif_search.rowid as id')
        .where(sql<boolean>`gif_search match ${''}`)
        .orderBy('gif_search.rowid', 'desc')
        .limit(0)
        .offset(0)
        .as('hit'),
    )
    .innerJoin('gif', 'gif.id', 'hit.id')
    .innerJoin('category', 'category.id', 'gif.category_id')
    .select(gifColumns)
    .orderBy('hit.id', 'desc')
}
