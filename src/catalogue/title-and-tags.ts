import { AppError } from '../lib/app-error.ts'
import { cleanLine } from '../lib/text/clean-text.ts'
import { givenName } from '../options/rules/rendition-names.ts'
import { maxAltLength, maxTagLength, maxTags, maxTitleLength } from '../options/rules/title-and-tags.ts'

/** Longer text is not read: composing many accents on one letter takes the square of their number. */
const maxRawLength = 10 * maxTitleLength
const maxRawAltLength = 10 * maxAltLength
const maxRawTagLength = 4 * maxTagLength

/** Empty and repeated tags do not count towards the limit, but each is read. */
const maxRawTags = 5 * maxTags

/** The longest line of tags that can have no more than these. */
export const tagLineLength = maxRawTags * (maxRawTagLength + 1)

/** A title as it is kept: trimmed. Throws AppError invalid_value unless 1 to 200 characters are left. */
export function checkTitle(title: string): string {
  const trimmed = title.length > maxRawLength ? '' : cleanLine(title)
  const length = [...trimmed].length
  if (length < 1 || length > maxTitleLength) {
    throw new AppError('invalid_value', { detail: 'titleLength', max: maxTitleLength }, { field: 'title' })
  }
  return trimmed
}

/** An untrusted title for a GIF, cut to fit; null when nothing is left of it. */
export function fitTitle(title: string): string | null {
  const fitted = [...cleanLine(title.slice(0, maxRawLength))].slice(0, maxTitleLength).join('').trim()
  return fitted === '' ? null : fitted
}

/**
 * The title that the name of a file gives, such as "happy cat 2" of `happy-cat_2.gif`; null where it has no letter, or is
 * the name of a rendition.
 */
export function titleOfFileName(fileName: string): string | null {
  const name = givenName(fileName.replace(/\.[a-z0-9]{1,5}$/i, '')) ?? ''
  const words = name.replace(/[-_+\s]+/g, ' ')
  return /\p{L}/u.test(words) ? fitTitle(words) : null
}

/**
 * A description of a GIF for people who cannot see it, as it is kept: trimmed, null when nothing is left. Throws AppError
 * invalid_value for more than 500 characters.
 */
export function checkAlt(alt: string): string | null {
  const trimmed = alt.length > maxRawAltLength ? null : cleanLine(alt)
  if (trimmed === null || [...trimmed].length > maxAltLength) {
    throw new AppError('invalid_value', { detail: 'altLength', max: maxAltLength }, { field: 'alt' })
  }
  return trimmed === '' ? null : trimmed
}

/** Tags as they are kept: trimmed, lower case, none empty or twice. Throws AppError invalid_value. */
export function checkTags(tags: string[]): string[] {
  // Checked before the tags are cleaned, which is expensive.
  if (tags.length > maxRawTags) throw tooManyTags()
  if (tags.some((tag) => tag.length > maxRawTagLength)) throw tagTooLong()
  const kept = [...new Set(tags.map((tag) => cleanLine(tag).toLowerCase()))].filter((tag) => tag !== '')
  if (kept.length > maxTags) throw tooManyTags()
  if (kept.some((tag) => [...tag].length > maxTagLength)) throw tagTooLong()
  return kept
}

function tooManyTags(): AppError {
  return new AppError('invalid_value', { detail: 'tagCount', max: maxTags }, { field: 'tags[]' })
}

function tagTooLong(): AppError {
  return new AppError('invalid_value', { detail: 'tagLength', max: maxTagLength }, { field: 'tags[]' })
}
