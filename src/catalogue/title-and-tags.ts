import { AppError } from '../lib/app-error.ts'

export const titleLength = 200
export const tagLength = 50
export const tagCount = 20

/** No longer text is looked at: composing many accents on one letter takes the square of their number. */
const maxRawLength = 10 * titleLength

/** Nothing that cannot be seen, or that turns the direction of what follows. */
const unseen = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** Text as it is kept: composed letters, without control characters, single spaces. */
function clean(text: string): string {
  return text.normalize('NFC').replace(unseen, ' ').replace(/\s+/g, ' ').trim()
}

/** A title as it is kept: trimmed. Throws AppError invalid_value unless 1 to 200 characters are left. */
export function checkTitle(title: string): string {
  const trimmed = title.length > maxRawLength ? '' : clean(title)
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
  const fitted = [...clean(title.slice(0, maxRawLength))].slice(0, titleLength).join('').trim()
  return fitted === '' ? null : fitted
}

/** Tags as they are kept: trimmed, lower case, none empty or twice. Throws AppError invalid_value. */
export function checkTags(tags: string[]): string[] {
  if (tags.some((tag) => tag.length > maxRawLength)) throw tagTooLong()
  const kept = [...new Set(tags.map((tag) => clean(tag).toLowerCase()))].filter((tag) => tag !== '')
  if (kept.length > tagCount) {
    throw new AppError('invalid_value', `\`tags[]\` must be at most ${tagCount} tags.`, { field: 'tags[]' })
  }
  if (kept.some((tag) => [...tag].length > tagLength)) throw tagTooLong()
  return kept
}

function tagTooLong(): AppError {
  return new AppError('invalid_value', `Each of \`tags[]\` must have at most ${tagLength} characters.`, {
    field: 'tags[]',
  })
}
