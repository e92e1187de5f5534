import type { Rating } from '../../catalogue/gif.ts'
import { AppError } from '../../lib/app-error.ts'
import type { SearchFilter } from '../../search/search-index.ts'

const defaultLimit = 20
export const maxLimit = 50

/**
 * The requested number of results: 20 by default, at most 50. Throws AppError invalid_value for less than 1 or invalid
 * numbers.
 */
export function readLimit(text: string | undefined): number {
  if (text === undefined || isBlank(text)) return defaultLimit
  const limit = Number(text)
  if (limit >= 1) return Math.min(Math.floor(limit), maxLimit)
  throw new AppError('invalid_value', '`limit` must be a whole number from 1 to 50.', { field: 'limit' })
}

/** Returns true for the texts that programs send for a missing value. */
function isBlank(text: string): boolean {
  return text.trim() === '' || text === 'undefined' || text === 'null'
}

const ratingOfFilter: Readonly<Partial<Record<string, Rating>>> = {
  '': 'r',
  off: 'r',
  low: 'pg-13',
  medium: 'pg',
  high: 'g',
}

/** The highest rating that a `contentfilter` allows: all by default, the mildest for an unknown one. */
export function readContentFilter(filter = ''): Rating {
  const name = filter.trim().toLowerCase()
  return Object.hasOwn(ratingOfFilter, name) ? (ratingOfFilter[name] ?? 'g') : 'g'
}

/** The shapes that an `ar_range` allows: all unless it is known. */
export function readShape(range = ''): SearchFilter['shape'] {
  const name = range.trim().toLowerCase()
  return name === 'wide' || name === 'standard' ? name : null
}

/** The kind that a `searchfilter` selects: GIFs, those with transparency, or stills, which do not exist here. */
export function readKind(filter: string | undefined): 'gifs' | 'stickers' | 'stills' {
  if (filter === undefined || filter === '') return 'gifs'
  const names = new Set(filter.split(',', 10).map((name) => name.trim().toLowerCase()))
  if (!names.has('sticker')) return 'gifs'
  return names.has('static') ? 'stills' : 'stickers'
}

/** Returns true if a value means yes. */
export function isOn(value = ''): boolean {
  const text = value.trim().toLowerCase()
  return text === 'true' || text === '1'
}

const defaultLanguage = 'en'

/** The language code in a locale of any form. */
export function readLanguage(locale = ''): string {
  const language = /^\s*([a-z]{2,3})(?![a-z])/i.exec(locale)?.[1]
  return language?.toLowerCase() ?? defaultLanguage
}

/** Longer texts are cut: nobody types that much. */
const maxTextLength = 200

/** The typed text, which may be empty. Throws AppError missing_value if the parameter is missing. */
export function readTyped(text: string | undefined): string {
  if (text === undefined) throw new AppError('missing_value', '`q` is required.', { field: 'q' })
  return text.slice(0, maxTextLength).trim()
}
