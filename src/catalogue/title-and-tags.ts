import { AppError } from '../lib/app-error.ts'
import { cleanLine } from '../lib/text/clean-text.ts'

export const titleLength = 200
export const tagLength = 50
export const tagCount = 20

/** No longer text is looked at: composing many accents on one letter takes the square of their number. */
const maxRawLength = 10 * titleLength
const maxRawTagLength = 4 * tagLength

/** Empty tags, and those that come again, count for nothing; but each is looked at. */
const maxRawTags = 5 * tagCount

/** The longest line of tags that can have no more than these. */
export const tagLineLength = maxRawTags * (maxRawTagLength + 1)

/** A title as it is kept: trimmed. Throws AppError invalid_value unless 1 to 200 characters are left. */
export function checkTitle(title: string): string {
  const trimmed = title.length > maxRawLength ? '' : cleanLine(title)
  const length = [...trimmed].length
  if (length < 1 || length > titleLength) {
    throw new AppError('invalid_value', `\`title\` must have 1 to ${titleLength} characters.`, {
      field: 'title',
    })
  }
  return trimmed
}

/** A stranger's title for a GIF, cut to fit; null when nothing is left of it. */
export function fitTitle(title: string): string | null {
  const fitted = [...cleanLine(title.slice(0, maxRawLength))].slice(0, titleLength).join('').trim()
  return fitted === '' ? null : fitted
}

/** Tags as they are kept: trimmed, lower case, none empty or twice. Throws AppError invalid_value. */
export function checkTags(tags: string[]): string[] {
  // Looked at before they are cleaned, which is what takes time.
  if (tags.length > maxRawTags) throw tooManyTags()
  if (tags.some((tag) => tag.length > maxRawTagLength)) throw tagTooLong()
  const kept = [...new Set(tags.map((tag) => cleanLine(tag).toLowerCase()))].filter((tag) => tag !== '')
  if (kept.length > tagCount) throw tooManyTags()
  if (kept.some((tag) => [...tag].length > tagLength)) throw tagTooLong()
  return kept
}

function tooManyTags(): AppError {
  return new AppError('invalid_value', `\`tags[]\` must be at most ${tagCount} tags.`, { field: 'tags[]' })
}

function tagTooLong(): AppError {
  return new AppError('invalid_value', `Each of \`tags[]\` must have at most ${tagLength} characters.`, {
    field: 'tags[]',
  })
}
