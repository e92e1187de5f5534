import type { Listing } from '../../parts/admin-pieces.ts'
import { readNumber } from '../../read-query.ts'

/** More pages than anyone turns; keeps the arithmetic behind it small. */
const maxPage = 100_000

/** The page that an address asks for, counted from 1. */
export function readPage(query: unknown): number {
  return Math.min(readNumber(query, 'page', 1), maxPage)
}

/** A list as its pages and its forms need to know it. */
export function listingOf(
  path: string,
  query: Record<string, string>,
  page: number,
  total: number,
  pageSize: number,
): Listing {
  return { path, query, page, pages: Math.ceil(total / pageSize) }
}
