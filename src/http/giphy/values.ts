import Type from 'typebox'
import { type Rating, ratings } from '../../catalogue/gif.ts'

/** More than any catalogue has, and within the integers of every database. */
const maxOffset = 2 ** 31

/** As many as the vendor's own libraries ask for at once. */
const maxLimit = 100

/** A longer text is cut, where the vendor refuses it. */
const maxQueryLength = 50

/** The values of a page of a list. Each route has its own default limit. */
export function pageValues(defaultLimit = 25) {
  return {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, default: defaultLimit })),
    offset: Type.Optional(Type.Number({ minimum: 0, maximum: maxOffset, default: 0 })),
  }
}

/** What every list of GIFs takes. */
export const gifValues = {
  rating: Type.Optional(Type.String()),
  fields: Type.Optional(Type.String()),
}

export type Page = { start: number; limit: number }

export function readOffsetPage({ limit = 25, offset = 0 }: { limit?: number; offset?: number }): Page {
  return { start: Math.floor(offset), limit }
}

/** What a client sends that has no value for a parameter. */
const nothing = new Set(['', 'undefined', 'null'])

/**
 * The highest rating that a call may find; all of them where it names none. A rating that this interface does not know
 * counts as the mildest: whoever names one wants to leave something out.
 */
export function readHighestRating(rating = ''): Rating {
  const name = rating.trim().toLowerCase()
  if (nothing.has(name)) return 'r'
  if (name === 'pg13') return 'pg-13'
  return ratings.find((known) => known === name) ?? 'g'
}

export type SearchText = {
  text: string
  /** The name after a leading `@`; null where there is none. */
  channel: string | null
}

/** `@name words` searches a channel for words. */
export function splitChannel(q: string): SearchText {
  const text = [...q.trim()].slice(0, maxQueryLength).join('')
  const [, channel, words = ''] = /^@(\S+)(?:\s+(\S.*)?)?$/su.exec(text) ?? []
  return channel === undefined ? { text, channel: null } : { text: words, channel }
}

/** The items of a comma list, without those that are empty. */
export function readList(text = ''): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
