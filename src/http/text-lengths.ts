import Type, { type TSchema } from 'typebox'

/** The longest text of a number, a flag or a choice. */
const maxShortText = 40

/** The longest text where the schema of a field says nothing else: as long as a link may be. */
const maxText = 4096

/** How many times as long as what counts a text may be before it is trimmed. */
const maxPadding = 10

/**
 * A text of which at most `maxLength` characters count: a rule of the domain trims it, measures what is left and says
 * what is wrong with it. A text that is many times as long is refused before that.
 */
export function trimmedText(maxLength: number, options: { description?: string; default?: string } = {}) {
  return Type.String({ ...options, maxLength, 'x-longest': maxPadding * maxLength })
}

/**
 * The most characters of a text that a field takes; of an array, of each of its texts. No text is longer when a pattern
 * or a rule sees it. Infinity where the text was read before (a data-URL is a file by now), or where its own parser
 * limits it (`x-read-later`).
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

/** Whether a text has more characters than that, at a cost that does not depend on its length. */
export function isLongerThan(text: string, longest: number): boolean {
  if (text.length <= longest) return false
  // A character has two units of UTF-16 at most.
  return text.length > 2 * longest || [...text].length > longest
}
