import type { FastifyRequest } from 'fastify'
import type { Search, SearchSort } from '../page/links.ts'
import { maxSearchLength } from '../page/search-form.ts'
import { noPage } from './site-errors.ts'

const codeShape = /^[0-9A-Za-z]{1,64}$/

/** The code of a GIF in the address `/:code/…`. Throws AppError not_found for a malformed one. */
export function codeOf({ params }: Pick<FastifyRequest, 'params'>): string {
  const code: unknown =
    typeof params === 'object' && params !== null && 'code' in params ? params.code : undefined
  if (typeof code !== 'string' || !codeShape.test(code)) throw noPage()
  return code
}

/** The highest page number, which limits offsets. */
const maxPage = 100_000

/** A value of the query as text: the first of several, '' without one. Never throws. */
export function readText(query: unknown, key: string): string {
  const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, key) : undefined
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : ''
}

/** A value of the query as a positive whole number; otherwise `fallback`. Never throws. */
export function readNumber(query: unknown, key: string, fallback: number): number {
  const text = readText(query, key)
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback
}

/** The page number of a list, counted from 1. */
export function readPage(query: unknown): number {
  return Math.min(readNumber(query, 'page', 1), maxPage)
}

/** The search of the front page's address; invalid values are ignored. */
export function readSearch(query: unknown): Search {
  const text = readText(query, 'q').trim().slice(0, maxSearchLength).toWellFormed()
  return {
    text,
    categoryCode: readText(query, 'category').trim().slice(0, maxSearchLength) || null,
    includeNsfw: readText(query, 'nsfw') === '1',
    exactOnly: text !== '' && readText(query, 'match') === 'exact',
    sort: readSort(query, text),
    page: readPage(query),
  }
}

/** Reads the order. Without a text the newest come first anyway. */
function readSort(query: unknown, text: string): SearchSort | null {
  const sort = readText(query, 'sort')
  if (sort === 'popular') return sort
  return sort === 'newest' && text !== '' ? sort : null
}

/** A parameter of the path; '' without one. */
export function readPathText({ params }: FastifyRequest, name: string): string {
  return readText(params, name)
}

/** The id of a record in the path; 0, which no record has, if it is not a number. */
export function readPathId(request: FastifyRequest, name: string): number {
  const text = readPathText(request, name)
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
}
