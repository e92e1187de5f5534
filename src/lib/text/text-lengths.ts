import Type, { type TSchema } from 'typebox'

/** The maximum length of the text of a number, a flag or a choice. */
const maxShortText = 40

/** The maximum length of a text if the schema of its field has none: that of a link. */
const maxText = 4096

/** The maximum length of a text before trimming, as a multiple of the length after trimming. */
const maxPadding = 10

/**
 * Returns the schema of a text of at most `maxLength` characters after trimming. A domain rule trims it, measures the
 * rest and describes any error. A text many times as long is refused before that.
 */
export function trimmedText(maxLength: number, options: { description?: string; default?: string } = {}) {
  return Type.String({ ...options, maxLength, 'x-longest': maxPadding * maxLength })
}

/**
 * Returns the most characters of a text that a field accepts; for an array, of each of its texts. No longer text
 * reaches a pattern or a rule. Returns Infinity if the text was read before (a data-URL is already a file), or if its
 * own parser limits it (`x-read-later`).
 */
export function longestText(property: TSchema): number {
  const keyword = (name: string): unknown => Reflect.get(property, name)
  if (keyword('x-upload') === true || keyword('x-read-later') === true) return Infinity
  if (keyword('type') === 'array') return longestText(keyword('items') as TSchema)
  if (keyword('const') !== undefined) return maxShortText
  const choices = keyword('enum') ?? keyword('anyOf')
  if (Array.isArray(choices)) return Math.max(...choices.map(longestChoice))
  if (keyword('type') !== 'string') return maxShortText
  const [longest, maxLength] = [keyword('x-longest'), keyword('maxLength')]
  return typeof longest === 'number' ? longest : typeof maxLength === 'number' ? maxLength : maxText
}

function longestChoice(choice: TSchema | string): number {
  if (typeof choice !== 'string') return longestText(choice)
  return Math.max(maxShortText, choice.length)
}

/** Returns true if a text has more characters than `longest`, in constant time. */
export function isLongerThan(text: string, longest: number): boolean {
  if (text.length <= longest) return false
  // A character has at most two UTF-16 units.
  return text.length > 2 * longest || [...text].length > longest
}
