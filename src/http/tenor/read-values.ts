import type { Rating } from '../../catalogue/gif.ts'
import { AppError } from '../../lib/app-error.ts'
import type { SearchFilter } from '../../search/search-index.ts'

const defaultLimit = 20
export const maxLimit = 50

/** How many results are asked for: 20 unless set, 50 at most. Throws AppError invalid_value for less than 1, and for no number. */
export function readLimit(text: string | undefined): number {
  if (text === undefined || isBlank(text)) return defaultLimit
  const limit = Number(text)
  if (limit >= 1) return Math.min(Math.floor(limit), maxLimit)
  throw new AppError('invalid_value', { detail: 'tenorLimit' }, { field: 'limit' })
}

/** What programs send for a value that they do not have. */
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

/** The highest rating that a `contentfilter` lets through: all unless set, the mildest for one that is not known. */
export function readContentFilter(filter = ''): Rating {
  const name = filter.trim().toLowerCase()
  return Object.hasOwn(ratingOfFilter, name) ? (ratingOfFilter[name] ?? 'g') : 'g'
}

/** The shapes that an `ar_range` lets through: all unless it is known. */
export function readShape(range = ''): SearchFilter['shape'] {
  const name = range.trim().toLowerCase()
  return name === 'wide' || name === 'standard' ? name : null
}

/** What a `searchfilter` asks for: GIFs, those with transparency, or stills, of which there are none. */
export function readKind(filter: string | undefined): 'gifs' | 'stickers' | 'stills' {
  if (filter === undefined || filter === '') return 'gifs'
  const names = new Set(filter.split(',', 10).map((name) => name.trim().toLowerCase()))
  if (!names.has('sticker')) return 'gifs'
  return names.has('static') ? 'stills' : 'stickers'
}

/** Whether a value says yes. */
export function isOn(value = ''): boolean {
  const text = value.trim().toLowerCase()
  return text === 'true' || text === '1'
}

const defaultLanguage = 'en'

/** The code of the language that a locale of any shape names. */
export function readLanguage(locale = ''): string {
  const language = /^\s*([a-z]{2,3})(?![a-z])/i.exec(locale)?.[1]
  return language?.toLowerCase() ?? defaultLanguage
}

/** Longer texts are cut: nobody types as much. */
const maxTextLength = 200

/** What was typed. Throws AppError missing_value where the parameter is not there; it may be empty. */
export function readTyped(text: string | undefined): string {
  if (text === undefined)
    throw new AppError('missing_value', { detail: 'required', name: 'q' }, { field: 'q' })
  return text.slice(0, maxTextLength).trim()
}
