import Type from 'typebox'
import { type Rating, ratings } from '../../catalogue/gif.ts'

/** Larger than any catalogue, and within the integers of every database. */
const maxOffset = 2 ** 31

/** The number that the vendor's own libraries request at most. */
const maxLimit = 100

/** Longer texts are cut; the vendor refuses them. */
const maxQueryLength = 50

/** The values of a page of a list. Each route has its own default limit. */
export function pageValues(defaultLimit = 25) {
  return {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, default: defaultLimit })),
    offset: Type.Optional(Type.Number({ minimum: 0, maximum: maxOffset, default: 0 })),
  }
}

/** The parameters of every list of GIFs. */
export const gifValues = {
  rating: Type.Optional(Type.String()),
  fields: Type.Optional(Type.String()),
}

export type Page = { start: number; limit: number }

export function readOffsetPage({ limit = 25, offset = 0 }: { limit?: number; offset?: number }): Page {
  return { start: Math.floor(offset), limit }
}

/** The texts that clients send for a missing value. */
const nothing = new Set(['', 'undefined', 'null'])

/**
 * The highest rating that a call can find; all if it names none. An unknown rating counts as the mildest: whoever names
 * one wants to exclude something.
 */
export function readHighestRating(rating = ''): Rating {
  const name = rating.trim().toLowerCase()
  if (nothing.has(name)) return 'r'
  if (name === 'pg13') return 'pg-13'
  return ratings.find((known) => known === name) ?? 'g'
}

export type SearchText = {
  text: string
  /** The name after a leading `@`, or null. */
  channel: string | null
}

/** Parses `@name words`, a search for words in a channel. */
export function splitChannel(q: string): SearchText {
  const text = [...q.trim()].slice(0, maxQueryLength).join('')
  const [, channel, words = ''] = /^@(\S+)(?:\s+(\S.*)?)?$/su.exec(text) ?? []
  return channel === undefined ? { text, channel: null } : { text: words, channel }
}

/** The items of a comma-separated list, without empty ones. */
export function readList(text = ''): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
