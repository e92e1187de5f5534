import type { Search } from '../page/links.ts'
import { maxSearchLength } from '../page/search-form.ts'

/** More pages than anyone turns; keeps the arithmetic behind it small. */
const maxPage = 100_000

/** A value of the query as text; the first of several, and '' when there is none. Never throws. */
export function readText(query: unknown, key: string): string {
  const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, key) : undefined
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : ''
}

/** A value of the query as a whole number from 1; `otherwise` when it is none. Never throws. */
export function readNumber(query: unknown, key: string, otherwise: number): number {
  const text = readText(query, key)
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise
}

/** The page of a list that an address asks for, counted from 1. */
export function readPage(query: unknown): number {
  return Math.min(readNumber(query, 'page', 1), maxPage)
}

/** What the address of the front page asks for. A page for people forgives: nonsense counts as not said. */
export function readSearch(query: unknown): Search {
  return {
    text: readText(query, 'q').trim().slice(0, maxSearchLength).toWellFormed(),
    categoryCode: readText(query, 'category').trim().slice(0, maxSearchLength) || null,
    includeNsfw: readText(query, 'nsfw') === '1',
    page: readPage(query),
  }
}
