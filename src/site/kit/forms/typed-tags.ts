import { tagLineLength } from '../../../catalogue/title-and-tags.ts'

/**
 * The tags of a line as a person types them: between commas, or each with the # of a hashtag, which is no part of it. A
 * line that is longer than all tags may be is given back whole, for the rule of tags to refuse.
 */
export function tagsOfLine(line: string): string[] {
  if (line.length > tagLineLength) return [line]
  const tags = line.replace(/\s+/g, ' ').split(/,| (?=#)/)
  return tags.map((tag) => tag.trim().replace(/^#+ ?/, ''))
}
